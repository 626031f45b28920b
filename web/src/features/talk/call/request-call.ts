import { startCallResponseSchema, type StartCallResponse } from '#contract/calls.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'

/**
 * `POST /api/calls`: asks for a call with an assistant.
 * @throws ApiProblem with the server's words
 */
export async function requestCall(assistantId: string, signal: AbortSignal): Promise<StartCallResponse> {
  const response = await apiFetch('/api/calls', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assistantId }),
    signal,
  })
  return startCallResponseSchema.parse(await response.json())
}

/** The socket's address as the server gave it, seen from this page: `/v1/realtime` becomes `wss://host/v1/realtime`. */
export function socketAddress(url: string, pageAddress: string): string {
  const address = new URL(url, pageAddress)
  address.protocol = address.protocol.replace(/^http/, 'ws')
  return address.href
}
