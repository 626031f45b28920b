import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { KnowledgeSource } from '#contract/knowledge-sources.ts'
import type { DraftContent, OwnAssistantContent, OwnKnowledge, TryAssistantContent } from '#contract/own-assistant.ts'
import type { OwnAssistantStatus } from '#contract/own-assistant-status.ts'
import type { PhotoFace } from '#contract/photo-face.ts'
import type { VoiceId } from '#contract/voices.ts'
import { teamSessions, users } from './auth.ts'
import { belongsTo, moment, ofUser } from './columns.ts'

const settings = (name: string) =>
  jsonb(name)
    .$type<Record<string, unknown>>()
    .notNull()
    .default(sql`'{}'::jsonb`)

/** Assistants that people created (contract/src/own-assistant.ts). They are deleted with their owner. */
export const ownAssistants = pgTable(
  'own_assistants',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id'),
    /** Identifies the submitted form, so that submitting it twice creates one assistant. */
    submissionId: text('submission_id').notNull(),
    /** Stays when the name changes, because the address that contains it has been given to others. */
    slug: text('slug').notNull().unique(),
    status: text('status').$type<OwnAssistantStatus>().notNull().default('draft'),
    /** Incremented with every saved change of the draft or published content; a change of status leaves it as it is. */
    version: integer('version').notNull().default(1),
    /** The number of the version that callers hear, whose content is in the columns below. */
    published: integer('published').notNull().default(1),
    /** The owner's unpublished changes; null if there are none. */
    draft: jsonb('draft').$type<DraftContent>(),
    name: text('name').notNull(),
    voiceId: text('voice_id').$type<VoiceId>().notNull(),
    firstMessage: text('first_message').notNull(),
    systemPrompt: text('system_prompt').notNull(),
    knowledge: jsonb('knowledge').$type<OwnKnowledge>().notNull(),
    photoId: text('photo_id').notNull(),
    photoFace: jsonb('photo_face').$type<PhotoFace>(),
    /** The business's time zone, used for opening hours, appointments, figures and the days of limits. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /**
     * Settings that apply at once, without publishing. The feature that owns a section parses it and fills in its
     * defaults.
     */
    website: settings('website'),
    actions: settings('actions'),
    conversations: settings('conversations'),
    limits: settings('limits'),
    /** Conversations that ended before this moment have been in a daily mail; null before the first mail. */
    mailedUntil: moment('mailed_until'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('own_assistants_submission').on(table.userId, table.submissionId),
    index('own_assistants_owner').on(table.userId, table.createdAt, table.id),
  ],
)

/** Unsubmitted forms that their owner is trying in a call; deleted after some minutes. */
export const assistantTries = pgTable(
  'assistant_tries',
  {
    id: text('id').primaryKey(),
    /** The owner of the form: an account, or the session of a team member without an account. */
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

/** The assistant to which a row belongs, and with which it is deleted. */
export const ofAssistant = () => belongsTo('assistant_id', () => ownAssistants.id)

/** Every published version, numbered upwards; callers hear the one with the highest number. */
export const assistantVersions = pgTable(
  'assistant_versions',
  {
    assistantId: ofAssistant(),
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
    assistantId: ofAssistant(),
    origin: text('origin').notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the embed tag first and last reported from a page of this site; null before its first report. */
    firstSeenAt: moment('first_seen_at'),
    lastSeenAt: moment('last_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.origin] })],
)

/** Sources from which an assistant's knowledge was read. */
export const knowledgeSources = pgTable(
  'knowledge_sources',
  {
    id: text('id').primaryKey(),
    assistantId: ofAssistant(),
    kind: text('kind').$type<KnowledgeSource['kind']>().notNull(),
    /** The address of a web page; null for files. */
    url: text('url'),
    /** The title of the page or the name of the file. */
    title: text('title').notNull(),
    status: text('status').$type<KnowledgeSource['status']>().notNull(),
    /** Why it could not be read, in words for its owner. */
    problem: text('problem'),
    text: text('text').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [index('knowledge_sources_assistant').on(table.assistantId, table.createdAt)],
)

/** Questions and answers that were found in a source, and what the owner has decided about them. */
export const knowledgeProposals = pgTable(
  'knowledge_proposals',
  {
    id: text('id').primaryKey(),
    sourceId: belongsTo('source_id', () => knowledgeSources.id),
    position: integer('position').notNull(),
    question: text('question').notNull(),
    answer: text('answer').notNull(),
    /** `gone`: accepted, but the latest reading of the source did not find it any more. */
    status: text('status').$type<'proposed' | 'accepted' | 'gone' | 'dismissed'>().notNull().default('proposed'),
  },
  (table) => [index('knowledge_proposals_source').on(table.sourceId, table.position)],
)

/** How many calls a visitor had in a day, for the limit per visitor of an assistant; deleted after two days. */
export const assistantVisitorDays = pgTable(
  'assistant_visitor_days',
  {
    assistantId: ofAssistant(),
    /** A keyed hash of the account or the network address. */
    visitor: text('visitor').notNull(),
    /** `2026-11-22`, in the assistant's time zone. */
    day: text('day').notNull(),
    calls: integer('calls').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.visitor, table.day] })],
)

/** Mails about limits that were sent; the primary key allows one per period and percentage. */
export const assistantLimitNotices = pgTable(
  'assistant_limit_notices',
  {
    assistantId: ofAssistant(),
    /** `day 2026-11-22` or `month 2026-11`. */
    period: text('period').notNull(),
    percent: integer('percent').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assistantId, table.period, table.percent] })],
)
