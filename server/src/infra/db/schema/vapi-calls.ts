import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { calls } from './calls.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** One row for each call that Vapi makes rather than our own engine, from when it was granted. */
export const vapiCalls = pgTable('vapi_calls', {
  callId: text('call_id')
    .primaryKey()
    .references(() => calls.id, { onDelete: 'cascade' }),
  /** Its id at Vapi: told by the page, and then by Vapi itself. */
  vapiCallId: text('vapi_call_id'),
  /** Where Vapi is told to end it; known while it runs. */
  controlUrl: text('control_url'),
  /** When the report of its end had been written. */
  reportedAt: moment('reported_at'),
})
