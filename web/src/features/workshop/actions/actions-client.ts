import type { ActionSettings, ActionsResponse, FreeTimesResponse } from '#contract/actions.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/** What an assistant can do in a call. Every function throws `ApiProblem` with words that may be shown. */

const own = api.api['own-assistants'][':id']

export function readActions(id: string, signal?: AbortSignal): Promise<ActionsResponse> {
  return successBody(own.actions.$get({ param: { id } }, { init: { signal: signal ?? null } }))
}

/** Only where they are as they were at that revision. */
export function saveActions(id: string, settings: ActionSettings, revision: string): Promise<ActionsResponse> {
  return successBody(own.actions.$put({ param: { id }, json: { ...settings, revision } }))
}

export function lookUpFreeTimes(id: string, signal: AbortSignal): Promise<FreeTimesResponse> {
  return successBody(own['free-times'].$post({ param: { id } }, { init: { signal } }))
}
