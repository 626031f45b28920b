import { text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'

/** A moment to the millisecond, which is what JavaScript's dates hold. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The account to which a row belongs, and with which it is deleted. */
export const ofUser = (name: string) =>
  text(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
