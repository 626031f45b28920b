import type {
  Conversation,
  ConversationSettings,
  ConversationStatus,
  KeepingResponse,
} from '#contract/conversations.ts'
import { apiFetch } from '../../../lib/api-fetch.ts'
import { api } from '../../../lib/api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { successBody } from '../../../lib/success-body.ts'

/**
 * Requests about conversations with an own assistant. Every function throws `ApiProblem` with a message that may be
 * shown.
 */

const own = api.api['own-assistants'][':id']
const one = own.conversations[':conversationId']

/** The filters of the list; an empty text means no restriction. */
export interface InboxView {
  search: string
  status: ConversationStatus | ''
  only: 'unread' | 'lead' | 'unanswered' | ''
  days: '7' | '30' | ''
}

export const ALL: InboxView = { search: '', status: '', only: '', days: '' }
const DAY_MS = 86_400_000

function queryOf({ search, status, only, days }: InboxView) {
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(status !== '' && { status }),
    ...(only !== '' && { [only]: 'true' as const }),
    ...(days !== '' && { from: new Date(Date.now() - Number(days) * DAY_MS).toISOString() }),
  }
}

export function listConversations(id: string, view: InboxView, before: string | null, signal: AbortSignal) {
  const query = { ...queryOf(view), ...(before !== null && { before }) }
  return successBody(own.conversations.$get({ param: { id }, query }, { init: { signal } }))
}

export function readConversation(id: string, conversationId: string, signal: AbortSignal) {
  return successBody(one.$get({ param: { id, conversationId } }, { init: { signal } }))
}

export async function markRead(id: string, conversationId: string): Promise<void> {
  await one.read.$post({ param: { id, conversationId } })
}

export function changeConversation(
  id: string,
  conversationId: string,
  change: { status?: ConversationStatus; note?: string },
): Promise<Conversation> {
  return successBody(one.$patch({ param: { id, conversationId }, json: change }))
}

export async function deleteConversation(id: string, conversationId: string): Promise<void> {
  await one.$delete({ param: { id, conversationId } })
}

export async function endConversation(id: string, conversationId: string): Promise<void> {
  await one.end.$post({ param: { id, conversationId } })
}

export function listLive(id: string, signal: AbortSignal) {
  return successBody(own.conversations.live.$get({ param: { id } }, { init: { signal } }))
}

export function readKeeping(id: string, signal?: AbortSignal): Promise<KeepingResponse> {
  return successBody(own.conversations.settings.$get({ param: { id } }, { init: { signal: signal ?? null } }))
}

/** Only where they are as they were at that revision. */
export function saveKeeping(id: string, settings: ConversationSettings, revision: string): Promise<KeepingResponse> {
  return successBody(own.conversations.settings.$put({ param: { id }, json: { ...settings, revision } }))
}

export function listQuestions(id: string, signal: AbortSignal) {
  return successBody(own.questions.$get({ param: { id } }, { init: { signal } }))
}

export async function handleQuestion(id: string, turns: { conversationId: string; position: number }[]): Promise<void> {
  await own.questions.handled.$post({ param: { id }, json: { turns } })
}

/** Figures of the last `days` days, in the assistant's time zone. */
export function readFigures(id: string, days: string, signal: AbortSignal) {
  return successBody(own.figures.$get({ param: { id }, query: { days } }, { init: { signal } }))
}

export function listLeads(id: string, before: string | null, signal: AbortSignal) {
  return successBody(own.leads.$get({ param: { id }, query: before === null ? {} : { before } }, { init: { signal } }))
}

export async function downloadLeads(id: string): Promise<void> {
  await saveFile(await apiFetch(`/api/own-assistants/${id}/leads.csv`), 'leads.csv')
}

export function listAppointments(id: string, signal: AbortSignal) {
  return successBody(own.appointments.$get({ param: { id }, query: {} }, { init: { signal } }))
}

export function cancelAppointment(id: string, appointmentId: string) {
  return successBody(own.appointments[':appointmentId'].cancel.$post({ param: { id, appointmentId } }))
}

/** Downloads all conversations that match the view, not only the page shown. */
export async function downloadConversations(id: string, view: InboxView): Promise<void> {
  const response = await apiFetch(
    `/api/own-assistants/${id}/conversations.csv?${new URLSearchParams(queryOf(view)).toString()}`,
  )
  await saveFile(response, 'conversations.csv')
}
