import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OwnKnowledge, TryAssistantContent } from '#contract/own-assistant.ts'
import type { OwnAssistantStatus } from '#contract/own-assistant-status.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { teamSessions, users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Assistants that people made (contract/src/own-assistant.ts); they go with their owner. */
export const ownAssistants = pgTable(
  'own_assistants',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the form that it came from: sent twice, it is one assistant. */
    submissionId: text('submission_id').notNull(),
    /** Stays when the name changes, since others have it. */
    slug: text('slug').notNull().unique(),
    status: text('status').$type<OwnAssistantStatus>().notNull().default('draft'),
    /** Of what its owner writes; a status changes without it. */
    version: integer('version').notNull().default(1),
    name: text('name').notNull(),
    voiceId: text('voice_id').$type<VoiceId>().notNull(),
    firstMessage: text('first_message').notNull(),
    systemPrompt: text('system_prompt').notNull(),
    knowledge: jsonb('knowledge').$type<OwnKnowledge>().notNull(),
    photoId: text('photo_id').notNull(),
    photoFace: jsonb('photo_face').$type<PhotoFace>(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('own_assistants_submission').on(table.userId, table.submissionId),
    index('own_assistants_owner').on(table.userId, table.createdAt, table.id),
  ],
)

/** Forms that are talked with before they are submitted; gone after minutes. */
export const assistantTries = pgTable(
  'assistant_tries',
  {
    id: text('id').primaryKey(),
    /** Whose form it is: an account's, or a team member's without one. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'cascade' }),
    content: jsonb('content').$type<TryAssistantContent>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('assistant_tries_user_id').on(table.userId, table.createdAt),
    index('assistant_tries_team_session_id').on(table.teamSessionId, table.createdAt),
    index('assistant_tries_created_at').on(table.createdAt),
  ],
)
