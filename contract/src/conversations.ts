import { z } from 'zod'
import { appointmentSchema, leadSchema } from './actions.ts'
import { callLineSchema, TURN_OUTCOMES } from './calls.ts'
import {
  CONVERSATION_MAILS,
  CONVERSATION_STATUSES,
  KEPT_DAYS,
  NOTE_MAX_LENGTH,
  QUESTION_TURNS_MAX,
  SEARCH_MAX_LENGTH,
} from './conversation-limits.ts'
import { textSchema } from './line-schema.ts'
import { CALL_END_REASONS } from './realtime.ts'
import { sentMomentSchema } from './sent-time.ts'
import { baseRevisionField, revisionField } from './settings-revision.ts'
import { ONE_LINE } from './written-text.ts'

/** The owner's inbox: visitors' conversations with an own assistant, under `/api/own-assistants/{id}/conversations`. */

/** `{}` is valid: no conversation is kept. */
export const conversationSettingsSchema = z.object({
  /** Whether visitors' words are stored for the owner. Visitors are told so before they speak. */
  keeps: z.boolean().default(false),
  /**
   * How long a conversation is kept, counted from its beginning. A change applies to conversations that begin after it.
   */
  days: z
    .int('Write whole days.')
    .min(KEPT_DAYS.least, 'At least 1 day.')
    .max(KEPT_DAYS.most, `At most ${KEPT_DAYS.most} days.`)
    .default(KEPT_DAYS.usual),
  /** When the owner is mailed about kept conversations. */
  mail: z.enum(CONVERSATION_MAILS).default('none'),
})

export const saveKeepingRequestSchema = conversationSettingsSchema.extend(baseRevisionField)
export const keepingResponseSchema = z.object({ settings: conversationSettingsSchema, ...revisionField })

/**
 * The result of a conversation; the most valuable one counts: an appointment, a lead, answers. `unanswered`: no turn
 * was understood and answered. `silent`: the visitor said and typed nothing.
 */
export const CONVERSATION_OUTCOMES = ['booked', 'lead', 'answered', 'unanswered', 'silent'] as const
export type ConversationOutcome = (typeof CONVERSATION_OUTCOMES)[number]

export const conversationSchema = z.object({
  id: z.string(),
  isLive: z.boolean(),
  startedAt: z.iso.datetime(),
  durationMs: z.number(),
  endReason: z.enum(CALL_END_REASONS).nullable(),
  outcome: z.enum(CONVERSATION_OUTCOMES),
  /** The visitor's turns. */
  turns: z.int(),
  /** The visitor's turns that were refused or not understood. */
  unanswered: z.int(),
  leads: z.int(),
  appointments: z.int(),
  status: z.enum(CONVERSATION_STATUSES),
  isUnread: z.boolean(),
  note: z.string(),
  /** The visitor's first words, shortened; empty when none were recognised. */
  beginning: z.string(),
  keptUntil: z.iso.datetime(),
})

/** A query parameter that is either `true` or left out: `unread=true`. */
const flag = z.literal('true').optional()

export const conversationFilterSchema = z.object({
  /** Finds conversations in which these words were said. */
  search: z.string().max(SEARCH_MAX_LENGTH).regex(ONE_LINE, 'Please search for one line of text.').optional(),
  status: z.enum(CONVERSATION_STATUSES).optional(),
  unread: flag,
  /** Only conversations with a lead or an appointment. */
  lead: flag,
  /** Only conversations in which a question got no answer. */
  unanswered: flag,
  /** Only conversations that began at this moment or later. */
  from: sentMomentSchema.optional(),
  /** Only conversations that began before this moment. */
  to: sentMomentSchema.optional(),
})

export const listConversationsResponseSchema = z.object({
  /** Newest first. */
  conversations: z.array(conversationSchema),
  /** Pass as `before` for the next page; null at the end. */
  nextBefore: z.string().nullable(),
  /** The number of unread conversations among all that are kept with the assistant, regardless of the filter. */
  unread: z.int(),
})

const conversationTurnSchema = z.object({
  position: z.int(),
  outcome: z.enum(TURN_OUTCOMES),
  firstAudioMs: z.number().nullable(),
  said: z.string().nullable(),
})

export const conversationDetailSchema = conversationSchema.extend({
  /** The time zone in which appointments are shown. */
  timeZone: z.string(),
  /** A visitor's line has the same position as its turn in `turnList`. */
  lines: z.array(callLineSchema.extend({ position: z.int() })),
  turnList: z.array(conversationTurnSchema),
  leadList: z.array(leadSchema.pick({ id: true, kind: true, fields: true })),
  appointmentList: z.array(
    appointmentSchema.pick({ id: true, status: true, startsAt: true, endsAt: true, fields: true }),
  ),
})

export const changeConversationRequestSchema = z.object({
  status: z.enum(CONVERSATION_STATUSES).optional(),
  note: textSchema(NOTE_MAX_LENGTH, `A note has at most ${NOTE_MAX_LENGTH} characters.`).optional(),
})

export const liveConversationsResponseSchema = z.object({
  /** The call that has lasted longest comes first. */
  calls: z.array(z.object({ id: z.string(), startedAt: z.iso.datetime(), durationMs: z.number() })),
})

const questionTurnSchema = z.object({ conversationId: z.string().max(64), position: z.int().min(0).max(10_000) })

export const unansweredQuestionsResponseSchema = z.object({
  /** The most frequent first. */
  questions: z.array(
    z.object({
      /** The most recent wording. */
      said: z.string(),
      count: z.int(),
      lastAt: z.iso.datetime(),
      /** Up to five other wordings of the question. */
      variants: z.array(z.string()),
      turns: z.array(questionTurnSchema),
    }),
  ),
})
export const handledQuestionRequestSchema = z.object({
  turns: z.array(questionTurnSchema).min(1).max(QUESTION_TURNS_MAX),
})

const figuresSchema = z.object({
  conversations: z.int(),
  minutes: z.number(),
})

/** Counts all conversations in which visitors said something, including those that were not kept. */
export const conversationFiguresSchema = figuresSchema.extend({
  timeZone: z.string(),
  /** The visitors' turns. */
  turns: z.int(),
  /** The turns in which the visitor's words were understood. */
  understood: z.int(),
  /** The turns that were answered, by words or by an action. */
  answered: z.int(),
  leads: z.int(),
  bookings: z.int(),
  /** Time to first audio in milliseconds, from the end of the visitor's words; the visitor's device reports it. */
  firstAudioMs: z.object({ median: z.number().nullable(), p95: z.number().nullable() }),
  /** Conversations by the hour in which they began, from 0 to 23. */
  byHour: z.array(z.int()).length(24),
  /** One entry for every day of the period, including days without conversations. */
  byDay: z.array(figuresSchema.extend({ day: z.iso.date() })),
})

export type KeepingResponse = z.infer<typeof keepingResponseSchema>
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number]
export type ConversationFilter = z.infer<typeof conversationFilterSchema>
export type Conversation = z.infer<typeof conversationSchema>
export type ConversationDetail = z.infer<typeof conversationDetailSchema>
export type UnansweredQuestion = z.infer<typeof unansweredQuestionsResponseSchema>['questions'][number]
export type ConversationFigures = z.infer<typeof conversationFiguresSchema>

/** Derives a conversation's outcome from its counts. */
export function conversationOutcome(facts: {
  turns: number
  unanswered: number
  leads: number
  appointments: number
  /** Whether any words of the visitor were recognised. Can be true when no turn was reported. */
  hasWords: boolean
}): ConversationOutcome {
  if (facts.appointments > 0) return 'booked'
  if (facts.leads > 0) return 'lead'
  if (facts.turns === 0) return facts.hasWords ? 'answered' : 'silent'
  return facts.unanswered === facts.turns ? 'unanswered' : 'answered'
}
