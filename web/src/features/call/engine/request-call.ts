import type { ContinuedCall, StartCallResponse } from '#contract/calls.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import { api, successBody } from '../../../lib/api.ts'

/**
 * Requests a call with an assistant. Own assistants can be called without an account, since their owner's plan pays.
 * @throws ApiProblem with the server's message
 */
export function requestCall(
  assistantId: string,
  signal: AbortSignal,
  continued: ContinuedCall = {},
): Promise<StartCallResponse> {
  const own = api.api['own-assistants'][':id'].calls
  return isOwnAssistantId(assistantId)
    ? successBody(own.$post({ param: { id: assistantId }, json: continued }, { init: { signal } }))
    : successBody(api.api.calls.$post({ json: { assistantId, ...continued } }, { init: { signal } }))
}
