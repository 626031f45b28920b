import type { Conversation, ConversationFilter } from '#contract/conversations.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '#contract/csv.ts'
import type { ConversationList, Desk } from './conversation-list.ts'

const ROWS_AT_A_TIME = 200
const COLUMNS = [
  'started_at',
  'seconds',
  'outcome',
  'turns',
  'unanswered',
  'leads',
  'appointments',
  'status',
  'note',
  'first_words',
  'id',
]

/** Streams the matching conversations as CSV, newest first, one page at a time. */
export function conversationsCsv(list: Pick<ConversationList, 'page'>, desk: Desk, filter: ConversationFilter) {
  const encoder = new TextEncoder()
  let before: string | undefined
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_BYTE_ORDER_MARK + csvLine(COLUMNS))),
    async pull(controller) {
      const page = await list.page(desk, filter, before, ROWS_AT_A_TIME)
      if (page.conversations.length > 0)
        controller.enqueue(encoder.encode(page.conversations.map((each) => csvLine(valuesOf(each))).join('')))
      if (page.nextBefore === null) controller.close()
      else before = page.nextBefore
    },
  })
}

function valuesOf(conversation: Conversation) {
  const { startedAt, durationMs, outcome, turns, unanswered, leads, appointments, status, note, beginning, id } =
    conversation
  const seconds = Math.round(durationMs / 1_000)
  return [startedAt, seconds, outcome, turns, unanswered, leads, appointments, status, note, beginning, id]
}
