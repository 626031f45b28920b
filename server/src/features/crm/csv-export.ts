import type { EmailFilters, EmailRow, SubscriberFilters, SubscriberRow } from '#contract/crm.ts'
import { CSV_BYTE_ORDER_MARK, csvLine, type CsvValue } from '#contract/csv.ts'
import type { Database } from '../../infra/db/client.ts'
import { listEmails } from './email-list.ts'
import type { Page } from './keyset.ts'
import { listSubscribers } from './subscriber-list.ts'

/** Rows that are read and sent at once, so that exporting a table of any size takes no more memory than this. */
const ROWS_AT_A_TIME = 500

const SUBSCRIBER_FIELDS = [
  'email',
  'subscription_status',
  'subscription_tier',
  'monthly_revenue',
  'current_usage_minutes',
  'monthly_limit_minutes',
  'limit_exceeded',
  'subscription_start',
  'stripe_subscription_id',
  'created_at',
] as const satisfies readonly (keyof SubscriberRow)[]

const EMAIL_FIELDS = [
  'email',
  'display_name',
  'signup_date',
  'follow_up_status',
  'last_contact_date',
  'notes',
] as const satisfies readonly (keyof EmailRow)[]

export function subscribersCsv(db: Database, filters: SubscriberFilters): ReadableStream<Uint8Array> {
  return csvStream(SUBSCRIBER_FIELDS, (cursor) => listSubscribers(db, filters, { cursor, limit: ROWS_AT_A_TIME }))
}

export function emailsCsv(db: Database, filters: EmailFilters): ReadableStream<Uint8Array> {
  return csvStream(EMAIL_FIELDS, (cursor) => listEmails(db, filters, { cursor, limit: ROWS_AT_A_TIME }))
}

/** Reads the next rows only when the client has taken the previous ones. */
function csvStream<Field extends string, Row extends Record<Field, CsvValue>>(
  fields: readonly Field[],
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor: string | undefined
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(CSV_BYTE_ORDER_MARK + csvLine(fields)))
    },
    async pull(controller) {
      const { rows, nextCursor } = await read(cursor)
      if (rows.length > 0) {
        controller.enqueue(encoder.encode(rows.map((row) => csvLine(fields.map((field) => row[field]))).join('')))
      }
      if (nextCursor === null) controller.close()
      else cursor = nextCursor
    },
  })
}
