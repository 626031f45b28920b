import type { DraftContent, OwnAssistantDetail, SavedDraft } from '#contract/own-assistant.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/**
 * Requests about drafts and versions of own assistants. Every function throws `ApiProblem` with a message that may be
 * shown.
 */

const own = api.api['own-assistants'][':id']

export function saveDraft(id: string, content: DraftContent, version: number): Promise<SavedDraft> {
  return successBody(own.draft.$put({ param: { id }, json: { ...content, version } }))
}

export function discardDraft(id: string, version: number): Promise<OwnAssistantDetail> {
  return successBody(own.draft.$delete({ param: { id }, query: { version: `${version}` } }))
}

export function publishDraft(id: string, version: number): Promise<OwnAssistantDetail> {
  return successBody(own.publish.$post({ param: { id }, json: { version } }))
}

export function listVersions(id: string, signal: AbortSignal) {
  return successBody(own.versions.$get({ param: { id } }, { init: { signal } }))
}

export function readVersion(id: string, number: number, signal: AbortSignal) {
  return successBody(own.versions[':number'].$get({ param: { id, number: `${number}` } }, { init: { signal } }))
}

export function restoreVersion(id: string, number: number, version: number): Promise<OwnAssistantDetail> {
  return successBody(own.versions[':number'].restore.$post({ param: { id, number: `${number}` }, json: { version } }))
}
