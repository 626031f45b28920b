type ErrorType = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

export interface StripeErrorOptions {
  status?: 400 | 401 | 402 | 404 | 409 | 413 | 415 | 500
  type?: ErrorType
  code?: string
  param?: string
  declineCode?: string
  /** Whether what was written before the error stays, as a declined attempt does. */
  keepsChanges?: boolean
}

/** An answer that is an error, in the vendor's own shape. */
export class StripeError extends Error {
  readonly status: number
  readonly keepsChanges: boolean
  readonly body: { error: Record<string, string> }

  constructor(message: string, options: StripeErrorOptions = {}) {
    super(message)
    this.name = 'StripeError'
    this.status = options.status ?? 400
    this.keepsChanges = options.keepsChanges ?? false
    const { code, param, declineCode, type = 'invalid_request_error' } = options
    this.body = {
      error: {
        ...(code ? { code } : {}),
        ...(declineCode ? { decline_code: declineCode } : {}),
        ...(code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` } : {}),
        message,
        ...(param ? { param } : {}),
        type,
      },
    }
  }
}

export function noSuch(what: string, id: string, param: string, status: 400 | 404 = 404): StripeError {
  return new StripeError(`No such ${what}: '${id}'`, { status, code: 'resource_missing', param })
}

/** For what Stripe can do and the sandbox cannot: said plainly rather than accepted and left undone. */
export function notInSandbox(what: string, param: string): StripeError {
  return new StripeError(`This payment sandbox does not support ${what}.`, { code: 'parameter_unknown', param })
}

export function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(
    `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    { status: 404 },
  )
}
