import type { ActionSettings, ActionsResponse, FreeTimesResponse } from '#contract/actions.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/**
 * Requests about an assistant's actions in calls. Every function throws `ApiProblem` with a message that may be shown.
 */

const own = api.api['own-assistants'][':id']

export function readActions(id: string, signal?: AbortSignal): Promise<ActionsResponse> {
  return successBody(own.actions.$get({ param: { id } }, { init: { signal: signal ?? null } }))
}

/** Saves only if the stored settings are still at this revision. */
export function saveActions(id: string, settings: ActionSettings, revision: string): Promise<ActionsResponse> {
  return successBody(own.actions.$put({ param: { id }, json: { ...settings, revision } }))
}

export function lookUpFreeTimes(id: string, signal: AbortSignal): Promise<FreeTimesResponse> {
  return successBody(own['free-times'].$post({ param: { id } }, { init: { signal } }))
}
