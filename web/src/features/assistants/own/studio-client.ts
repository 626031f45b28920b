import type { OwnAssistant, OwnAssistantDetail } from '#contract/own-assistant.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/** Requests about a person's own assistants. Every function throws `ApiProblem` with a message that may be shown. */

export function listOwnAssistants(signal: AbortSignal) {
  return successBody(api.api['own-assistants'].$get({}, { init: { signal } }))
}

/** Reads the present state from the server. */
export function readAssistant(id: string, signal?: AbortSignal): Promise<OwnAssistantDetail> {
  return successBody(api.api['own-assistants'][':id'].$get({ param: { id } }, signal && { init: { signal } }))
}

export function pauseAssistant({ id }: Pick<OwnAssistant, 'id'>): Promise<OwnAssistant> {
  return successBody(api.api['own-assistants'][':id'].pause.$post({ param: { id } }))
}

export function resumeAssistant({ id }: Pick<OwnAssistant, 'id'>): Promise<OwnAssistant> {
  return successBody(api.api['own-assistants'][':id'].resume.$post({ param: { id } }))
}

export async function deleteAssistant({ id }: Pick<OwnAssistant, 'id'>): Promise<void> {
  await api.api['own-assistants'][':id'].$delete({ param: { id } })
}

/** @throws ApiProblem with `not-found` for an unknown address */
export function readPage(slug: string, signal: AbortSignal) {
  return successBody(api.api['assistant-pages'][':slug'].$get({ param: { slug } }, { init: { signal } }))
}
