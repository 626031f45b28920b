import { startCallResponseSchema, type ContinuedCall, type StartCallResponse } from '#contract/calls.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'

/** Own assistants can be called without an account, since their owner's plan pays. */
function addressFor(assistantId: string, continued: ContinuedCall): { path: string; body: object } {
  return isOwnAssistantId(assistantId)
    ? { path: `/api/own-assistants/${encodeURIComponent(assistantId)}/calls`, body: continued }
    : { path: '/api/calls', body: { assistantId, ...continued } }
}

/**
 * `POST /api/calls`: requests a call with an assistant.
 * @throws ApiProblem with the server's message
 */
export async function requestCall(
  assistantId: string,
  signal: AbortSignal,
  continued: ContinuedCall = {},
): Promise<StartCallResponse> {
  const { path, body } = addressFor(assistantId, continued)
  const response = await apiFetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  return startCallResponseSchema.parse(await response.json())
}

/**
 * Resolves the server's address of the socket against that of the page: `/v1/realtime` becomes
 * `wss://host/v1/realtime`.
 */
export function socketAddress(url: string, pageAddress: string): string {
  const address = new URL(url, pageAddress)
  address.protocol = address.protocol.replace(/^http/, 'ws')
  return address.href
}
