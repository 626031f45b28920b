import type { ContinuedCall, StartCallResponse } from '#contract/calls.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import { api, successBody } from '../../../lib/api.ts'

const ANSWER_WITHIN_MS = 15_000

/**
 * The signal of a request for a call. A request without an answer after 15 seconds is given up, and `apiFetch` then
 * reports that the server could not be reached.
 */
export function answeredInTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)])
}

/**
 * Requests a call with an assistant. Own assistants can be called without an account, since their owner's plan pays.
 * @throws ApiProblem with the server's message, or when it does not answer in time
 */
export function requestCall(
  assistantId: string,
  signal: AbortSignal,
  continued: ContinuedCall = {},
): Promise<StartCallResponse> {
  const own = api.api['own-assistants'][':id'].calls
  const options = { init: { signal: answeredInTime(signal) } }
  return isOwnAssistantId(assistantId)
    ? successBody(own.$post({ param: { id: assistantId }, json: continued }, options))
    : successBody(api.api.calls.$post({ json: { assistantId, ...continued } }, options))
}
