import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DraftContent, OwnAssistantContent, OwnKnowledge, TryAssistantContent } from '#contract/own-assistant.ts'
import type { OwnAssistantStatus } from '#contract/own-assistant-status.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { teamSessions, users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

const settings = (name: string) =>
  jsonb(name)
    .$type<Record<string, unknown>>()
    .notNull()
    .default(sql`'{}'::jsonb`)

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
    /** Goes up with every saved change of the content, draft or published; a status changes without it. */
    version: integer('version').notNull().default(1),
    /** The number of the version that callers hear, whose content is in the columns below. */
    published: integer('published').notNull().default(1),
    /** What the owner is changing; null while it is as published. */
    draft: jsonb('draft').$type<DraftContent>(),
    name: text('name').notNull(),
    voiceId: text('voice_id').$type<VoiceId>().notNull(),
    firstMessage: text('first_message').notNull(),
    systemPrompt: text('system_prompt').notNull(),
    knowledge: jsonb('knowledge').$type<OwnKnowledge>().notNull(),
    photoId: text('photo_id').notNull(),
    photoFace: jsonb('photo_face').$type<PhotoFace>(),
    /** Of the business: opening hours, appointments, figures and the days of limits go by it. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Settings apply at once, without publishing. Each is parsed, with its defaults, by the feature that owns it. */
    website: settings('website'),
    actions: settings('actions'),
    conversations: settings('conversations'),
    limits: settings('limits'),
    /** Conversations that ended until then are in a mail of the day; null before the first. */
    mailedUntil: moment('mailed_until'),
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

/** What was published, newest number last; the highest is what callers hear. */
export const assistantVersions = pgTable(
  'assistant_versions',
  {
    assistantId: text('assistant_id')
      .notNull()
      .references(() => ownAssistants.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    content: jsonb('content').$type<OwnAssistantContent>().notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.number] })],
)

/** The sites on which an owner allows an assistant: exact origins, or `https://*.shop.example`. */
export const assistantSites = pgTable(
  'assistant_sites',
  {
    assistantId: text('assistant_id')
      .notNull()
      .references(() => ownAssistants.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the tag on a page of this site first and last reported; null before. */
    firstSeenAt: moment('first_seen_at'),
    lastSeenAt: moment('last_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.origin] })],
)

/** Where an assistant's knowledge was read from. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    id: text('id').primaryKey(),
    assistantId: text('assistant_id')
      .notNull()
      .references(() => ownAssistants.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'web' | 'pdf' | 'docx' | 'text'>().notNull(),
    /** Of a page; null for files. */
    url: text('url'),
    /** The page's title, or the file's name. */
    title: text('title').notNull(),
    status: text('status').$type<'reading' | 'read' | 'failed'>().notNull(),
    /** Why it could not be read, in words for its owner. */
    problem: text('problem'),
    text: text('text').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [index('knowledge_sources_assistant').on(table.assistantId, table.createdAt)],
)

/** Questions with answers that were found in a source; the owner decides. */
export const knowledgeProposals = pgTable(
  'knowledge_proposals',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => knowledgeSources.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    status: text('status').$type<'proposed' | 'accepted' | 'dismissed'>().notNull().default('proposed'),
  },
  (table) => [index('knowledge_proposals_source').on(table.sourceId, table.position)],
)

/** Calls of one visitor on one day, for the limit of an assistant; gone after two days. */
export const assistantVisitorDays = pgTable(
  'assistant_visitor_days',
  {
    assistantId: text('assistant_id')
      .notNull()
      .references(() => ownAssistants.id, { onDelete: 'cascade' }),
    /** A keyed hash of the account or the network address. */
    visitor: text('visitor').notNull(),
    /** `2026-11-22`, in the assistant's time zone. */
    day: text('day').notNull(),
    calls: integer('calls').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.visitor, table.day] })],
)

/** Mails about limits that were sent: each once for a period. */
export const assistantLimitNotices = pgTable(
  'assistant_limit_notices',
  {
    assistantId: text('assistant_id')
      .notNull()
      .references(() => ownAssistants.id, { onDelete: 'cascade' }),
    /** `day 2026-11-22` or `month 2026-11`. */
    period: text('period').notNull(),
    percent: integer('percent').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.period, table.percent] })],
)
