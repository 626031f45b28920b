import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { VideoCause, VideoPanel } from '#contract/video-steps.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { teamSessions, users } from './auth.ts'
import { files } from './files.ts'
import { moment } from './columns.ts'

/** Talking videos and the progress of each (features/videos/video-state.ts). */
export const videos = pgTable(
  'videos',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'cascade' }),
    /** An assistant of the catalogue; a video of a person's own photo has `photoId` instead. */
    assistantId: text('assistant_id'),
    photoId: text('photo_id'),
    photoFace: jsonb('photo_face').$type<PhotoFace>(),
    text: text('text').notNull(),
    voiceId: text('voice_id').$type<VoiceId>().notNull(),
    /** True if the voice was made with a person's own key, which is not stored. */
    isOwnVoice: boolean('is_own_voice').notNull().default(false),
    format: text('format').$type<'webm' | 'mp4'>().notNull(),
    panel: text('panel').$type<VideoPanel>().notNull(),
    /** A key that is equal for requests for the same video, where people may share it; otherwise null. */
    sameAs: text('same_as'),
    step: text('step').$type<'queued' | 'rendering' | 'submitted' | 'done' | 'failed'>().notNull(),
    /** Incremented with every change. A writer states the version that it read (optimistic locking). */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    /** The speech made with a person's own key, kept until the video is done or has failed. */
    speechId: text('speech_id').references(() => files.id, { onDelete: 'set null' }),
    vendorVideoId: text('vendor_video_id').unique(),
    polls: integer('polls').notNull().default(0),
    cause: text('cause').$type<VideoCause>(),
    fileId: text('file_id').references(() => files.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    /** The last change of the video, or the last sign of life from the process that works on it. */
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('videos_user_id').on(table.userId, table.createdAt),
    index('videos_team_session_id').on(table.teamSessionId, table.createdAt),
    index('videos_same_as').on(table.sameAs),
    index('videos_created_at').on(table.createdAt),
  ],
)
