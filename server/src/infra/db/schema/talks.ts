import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { TalkCause, TalkPanel, TalkStep } from '#contract/avatar-steps.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { teamSessions, users } from './auth.ts'
import { files } from './files.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Talking videos, and how far each has come (contract/src/avatar-steps.ts). */
export const talks = pgTable(
  'talks',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'cascade' }),
    /** Of the catalogue; or a person's photo. */
    assistantId: text('assistant_id'),
    photoId: text('photo_id'),
    photoFace: jsonb('photo_face').$type<PhotoFace>(),
    text: text('text').notNull(),
    voiceId: text('voice_id').$type<VoiceId>().notNull(),
    format: text('format').$type<'webm' | 'mp4'>().notNull(),
    panel: text('panel').$type<TalkPanel>().notNull(),
    /** Equal for requests that lead to the same video, where that may be shared. */
    sameAs: text('same_as'),
    step: text('step').$type<TalkStep>().notNull(),
    /** Counts changes: a writer names the one that it has read (optimistic locking). */
    version: integer('version').notNull().default(1),
    sourceUrl: text('source_url'),
    vendorTalkId: text('vendor_talk_id').unique(),
    polls: integer('polls').notNull().default(0),
    cause: text('cause').$type<TalkCause>(),
    videoId: text('video_id').references(() => files.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('talks_user_id').on(table.userId, table.createdAt),
    index('talks_team_session_id').on(table.teamSessionId, table.createdAt),
    index('talks_same_as').on(table.sameAs),
    index('talks_created_at').on(table.createdAt),
  ],
)
