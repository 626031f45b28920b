import { emailRowSchema, subscriberRowSchema, type EmailFilters, type SubscriberFilters } from '#contract/crm.ts'
import type { CsvValue } from '#contract/csv.ts'
import type { Database } from '../../infra/db/client.ts'
import { csvStream } from '../../infra/http/csv-answer.ts'
import { listEmails } from './email-list.ts'
import type { Page } from './keyset.ts'
import { listSubscribers } from './subscriber-list.ts'

const ROWS_AT_A_TIME = 500

/** The files have the fields of the rows, without those that only the screen needs. */
const SUBSCRIBER_FIELDS = subscriberRowSchema.omit({ id: true }).keyof().options
const EMAIL_FIELDS = emailRowSchema.omit({ id: true, version: true }).keyof().options

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
