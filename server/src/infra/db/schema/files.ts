import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { teamSessions, users } from './auth.ts'
import { moment } from './columns.ts'

/**
 * What lies in the file store. A file whose owner is gone is no longer served, and the next clean-up deletes its bytes.
 * So a row must outlive its owner, or its bytes would never be found again.
 */
export const files = pgTable(
  'files',
  {
    /** Unguessable, since a request that names the id gets the file. */
    id: text('id').primaryKey(),
    /** `speech` is a text spoken with a person's own key, kept until its video is done and never served. */
    kind: text('kind').$type<'photo' | 'video' | 'speech'>().notNull(),
    mediaType: text('media_type').notNull(),
    byteLength: integer('byte_length').notNull(),
    widthPx: integer('width_px'),
    heightPx: integer('height_px'),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'set null' }),
    /** True for the video of a catalogue assistant, which no account owns. */
    shared: boolean('shared').notNull().default(false),
    /** Null: kept as long as a row refers to the file. */
    expiresAt: moment('expires_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('files_user_id').on(table.userId, table.kind),
    index('files_team_session_id').on(table.teamSessionId),
    index('files_expires_at').on(table.expiresAt),
    index('files_ownerless')
      .on(table.id)
      .where(sql`user_id is null and team_session_id is null and not shared`),
  ],
)
