import type { TagLook, Website } from '#contract/website.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/**
 * Requests about an assistant on its owner's websites. Every function throws `ApiProblem` with a message that may be
 * shown.
 */

const website = api.api['own-assistants'][':id'].website

export function readWebsite(id: string, signal?: AbortSignal): Promise<Website> {
  return successBody(website.$get({ param: { id } }, { init: { signal: signal ?? null } }))
}

/** Only where it is as it was at that revision. */
export function saveLook(id: string, look: TagLook, revision: string): Promise<Website> {
  return successBody(website.look.$put({ param: { id }, json: { ...look, revision } }))
}

export function allowSite(id: string, site: string): Promise<Website> {
  return successBody(website.sites.$post({ param: { id }, json: { site } }))
}

export function removeSite(id: string, origin: string): Promise<Website> {
  return successBody(website.sites.$delete({ param: { id }, query: { origin } }))
}
