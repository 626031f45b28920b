import {
  callEnginesSchema,
  startVapiCallResponseSchema,
  type CallEngines,
  type StartVapiCallResponse,
} from '#contract/vapi.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'

/**
 * `GET /api/call-engines`: which engines this deployment offers.
 * @throws ApiProblem with the server's message
 */
export async function loadCallEngines(signal: AbortSignal): Promise<CallEngines> {
  const response = await apiFetch('/api/call-engines', { signal })
  return callEnginesSchema.parse(await response.json())
}

/**
 * `POST /api/calls/vapi`: requests permission for a call through Vapi.
 * @throws ApiProblem with the server's message
 */
export async function requestVapiCall(
  request: { assistantId: string; ownAccount: boolean },
  signal: AbortSignal,
): Promise<StartVapiCallResponse> {
  const response = await apiFetch('/api/calls/vapi', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  })
  return startVapiCallResponseSchema.parse(await response.json())
}

/**
 * `POST /api/own-assistants/{id}/calls/vapi`: the same for an own assistant. The returned permit is valid at
 * `/api/vapi`.
 * @throws ApiProblem with the server's message
 */
export async function requestOwnVapiCall(
  { assistantId }: { assistantId: string },
  signal: AbortSignal,
): Promise<StartVapiCallResponse> {
  const path = `/api/own-assistants/${encodeURIComponent(assistantId)}/calls/vapi`
  const response = await apiFetch(path, { method: 'POST', signal })
  return startVapiCallResponseSchema.parse(await response.json())
}

/**
 * `POST /api/calls/vapi/{id}/started`: tells the server the call's id at Vapi. The server also finds the call without
 * it.
 */
export async function tellVapiCallStarted(callId: string, vapiCallId: string): Promise<void> {
  await apiFetch(`/api/calls/vapi/${encodeURIComponent(callId)}/started`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vapiCallId }),
  }).catch(() => undefined)
}
