import { text, timestamp, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'

/** A moment to the millisecond, which is what JavaScript's dates hold. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The row to which a row belongs, and with which it is deleted. */
export const belongsTo = (name: string, id: () => AnyPgColumn) =>
  text(name).notNull().references(id, { onDelete: 'cascade' })

/** The account to which a row belongs. */
export const ofUser = (name: string) => belongsTo(name, () => users.id)
