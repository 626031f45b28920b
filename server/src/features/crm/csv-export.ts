import type { EmailFilters, EmailRow, SubscriberFilters, SubscriberRow } from '#contract/crm.ts'
import type { CsvValue } from '#contract/csv.ts'
import type { Database } from '../../infra/db/client.ts'
import { csvStream } from '../../infra/http/csv-answer.ts'
import { listEmails } from './email-list.ts'
import type { Page } from './keyset.ts'
import { listSubscribers } from './subscriber-list.ts'

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
  return csvOf(SUBSCRIBER_FIELDS, (cursor) => listSubscribers(db, filters, { cursor, limit: ROWS_AT_A_TIME }))
}

export function emailsCsv(db: Database, filters: EmailFilters): ReadableStream<Uint8Array> {
  return csvOf(EMAIL_FIELDS, (cursor) => listEmails(db, filters, { cursor, limit: ROWS_AT_A_TIME }))
}

function csvOf<Field extends string, Row extends Record<Field, CsvValue>>(
  fields: readonly Field[],
  read: (cursor: string | undefined) => Promise<Page<Row>>,
): ReadableStream<Uint8Array> {
  return csvStream(fields, async (cursor) => {
    const { rows, nextCursor } = await read(cursor)
    return { rows: rows.map((row) => fields.map((field) => row[field])), next: nextCursor }
  })
}
