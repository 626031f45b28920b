import type { ActionSettings, ActionsResponse, FreeTimesResponse } from '#contract/actions.ts'
import { api } from '../../../lib/api.ts'
import { successBody } from '../../../lib/success-body.ts'

/** What an assistant can do in a call. Every function throws `ApiProblem` with words that may be shown. */

const own = api.api['own-assistants'][':id']

export function readActions(id: string, signal: AbortSignal): Promise<ActionsResponse> {
  return successBody(own.actions.$get({ param: { id } }, { init: { signal } }))
}

export function saveActions(id: string, settings: ActionSettings): Promise<ActionsResponse> {
  return successBody(own.actions.$put({ param: { id }, json: settings }))
}

export function lookUpFreeTimes(id: string, signal: AbortSignal): Promise<FreeTimesResponse> {
  return successBody(own['free-times'].$post({ param: { id } }, { init: { signal } }))
}

export function listAppointments(id: string, signal: AbortSignal) {
  return successBody(own.appointments.$get({ param: { id }, query: {} }, { init: { signal } }))
}

export function cancelAppointment(id: string, appointmentId: string) {
  return successBody(own.appointments[':appointmentId'].cancel.$post({ param: { id, appointmentId } }))
}
