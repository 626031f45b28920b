import type { AppError } from '#contract/errors.ts'
import type { WireEvent } from './server-events.ts'

/** A client's mistake. It is reported on the connection, which stays open. `code` and `param` follow OpenAI's servers. */
export class WireError extends Error {
  readonly code: string
  readonly param: string | undefined

  constructor(code: string, message: string, param?: string) {
    super(message)
    this.name = 'WireError'
    this.code = code
    this.param = param
  }
}

export function errorEvent(error: WireError, clientEventId?: string): WireEvent {
  return {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      code: error.code,
      message: error.message,
      param: error.param ?? null,
      event_id: clientEventId ?? null,
    },
  }
}

export function appErrorEvent(error: AppError): WireEvent {
  return {
    type: 'error',
    error: { type: 'invalid_request_error', code: error.code.replaceAll('-', '_'), message: error.detail, param: null },
  }
}

export const INTERNAL_ERROR: WireEvent = {
  type: 'error',
  error: {
    type: 'server_error',
    code: 'internal',
    message: 'Something went wrong on our side. The call goes on.',
    param: null,
  },
}
