import { z } from 'zod'
import { CALL_END_REASONS, turnTimingsSchema } from './realtime.ts'

/** The length of a demo call, for callers without an active subscription (spec section 9). */
export const DEMO_CALL_LIMIT_MS = 60_000
/** The conversation box of the voice panel shows this many lines (spec section 9). */
export const CONVERSATION_BOX_LINES = 3
/** The number of lines in the conversation box of the Test tab. */
export const TRY_CONVERSATION_LINES = 4
/** With this much time left, the countdown turns red and pulses (spec section 9). */
export const COUNTDOWN_ALERT_MS = 10_000

/**
 * Names the interrupted call that this one continues. The caller and the assistant must be the same, and the call must
 * have been live within the last two minutes; otherwise the field is ignored and a new call begins.
 */
export const continuedCallSchema = z.object({
  continues: z.string().max(64).optional(),
  /** The token of the interrupted call: proves that it was the caller's. Only callers without an account need it. */
  continuesToken: z.string().max(128).optional(),
})

export const startCallRequestSchema = continuedCallSchema.extend({
  assistantId: z.string().min(1).max(64),
})

export const startCallResponseSchema = z.object({
  callId: z.string(),
  /** Opens the WebSocket once, and only until `tokenExpiresAt`. */
  token: z.string(),
  tokenExpiresAt: z.iso.datetime(),
  url: z.string(),
  /** Null for a call without a limit of its own. */
  limitMs: z.number().nullable(),
  /** True without a plan. With a plan, the call may last as long as the plan has minutes. */
  isDemo: z.boolean(),
  /**
   * True when the call named by `continues` is resumed: its clock and its memory go on, and instead of the first
   * message, `response.create` says that the two are connected again.
   */
  continued: z.boolean(),
})

export const callLineSchema = z.object({
  role: z.enum(['user', 'assistant']),
  /** The caller's words as recognised; of the assistant, the part that was heard. */
  content: z.string(),
  /** Milliseconds since the start of the call. */
  atMs: z.number(),
  /** True when the caller interrupted the assistant here (barge-in). */
  interrupted: z.boolean(),
  timings: turnTimingsSchema.nullable(),
})

/** Lists of calls leave out `created` and `expired` calls, which were never joined. */
const CALL_STATUSES = ['created', 'live', 'ended', 'expired'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

const callRecordSchema = z.object({
  id: z.string(),
  assistantId: z.string(),
  assistantName: z.string(),
  status: z.enum(CALL_STATUSES),
  endReason: z.enum(CALL_END_REASONS).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  durationMs: z.number(),
  lines: z.array(callLineSchema),
})

export const listCallsResponseSchema = z.object({
  calls: z.array(callRecordSchema),
  /** Pass as `before` for the next page; null at the end. */
  nextBefore: z.string().nullable(),
})

export type ContinuedCall = z.infer<typeof continuedCallSchema>
export type StartCallResponse = z.infer<typeof startCallResponseSchema>
export type CallRecord = z.infer<typeof callRecordSchema>

/** How a turn of a caller came out. */
export const TURN_OUTCOMES = ['answered', 'action', 'asked-back', 'refused', 'not-heard'] as const
export type TurnOutcome = (typeof TURN_OUTCOMES)[number]
