import type { Conversation, ConversationFilter } from '#contract/conversations.ts'
import { csvStream } from '../../infra/http/csv-answer.ts'
import type { ConversationList, Desk } from './conversation-list.ts'

const ROWS_AT_A_TIME = 200
const COLUMNS = 'started_at seconds outcome turns unanswered leads appointments status note first_words id'.split(' ')

/** The matching conversations as CSV, newest first. */
export function conversationsCsv(list: Pick<ConversationList, 'page'>, desk: Desk, filter: ConversationFilter) {
  return csvStream(COLUMNS, async (before) => {
    const { conversations, nextBefore } = await list.page(desk, filter, before, ROWS_AT_A_TIME)
    return { rows: conversations.map(valuesOf), next: nextBefore }
  })
}

function valuesOf(conversation: Conversation) {
  const { startedAt, durationMs, outcome, turns, unanswered, leads, appointments, status, note, beginning, id } =
    conversation
  const seconds = Math.round(durationMs / 1_000)
  return [startedAt, seconds, outcome, turns, unanswered, leads, appointments, status, note, beginning, id]
}
