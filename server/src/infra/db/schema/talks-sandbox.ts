import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { PhotoFace } from '#contract/photo-face.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What the built-in maker of talking videos keeps. Its bytes are in the file store, under `sandbox-d-id/`. */

export const sandboxDidImages = pgTable(
  'sandbox_did_images',
  {
    id: text('id').primaryKey(),
    /** Where the face is; or whose drawn portrait this is a picture of. Neither: it is looked for where faces usually are. */
    face: jsonb('face').$type<PhotoFace>(),
    personId: text('person_id'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('sandbox_did_images_created_at').on(table.createdAt)],
)

export const sandboxDidTalks = pgTable(
  'sandbox_did_talks',
  {
    id: text('id').primaryKey(),
    status: text('status').$type<'created' | 'started' | 'done' | 'error'>().notNull(),
    imageId: text('image_id').notNull(),
    /** What is said, where the built-in voice says it. */
    text: text('text'),
    voiceId: text('voice_id'),
    padMs: integer('pad_ms').notNull(),
    format: text('format').$type<'webm' | 'mp4'>().notNull(),
    /** The request's own, given back. */
    sourceUrl: text('source_url').notNull(),
    userData: text('user_data'),
    webhook: text('webhook'),
    attempts: integer('attempts').notNull().default(0),
    durationMs: integer('duration_ms'),
    error: jsonb('error').$type<{ kind: string; description: string }>(),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    modifiedAt: moment('modified_at').notNull(),
  },
  (table) => [
    index('sandbox_did_talks_created_at').on(table.createdAt),
    index('sandbox_did_talks_status').on(table.status),
  ],
)
