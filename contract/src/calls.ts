import { z } from 'zod'
import { CALL_END_REASONS, turnTimingsSchema } from './realtime.ts'

/** The length of a demo call, for callers without an active subscription (spec section 9). */
export const DEMO_CALL_LIMIT_MS = 60_000
/** The conversation box of the voice panel shows this many lines (spec section 9). */
export const CONVERSATION_BOX_LINES = 3
/** That of the Test tab, this many. */
export const TRY_CONVERSATION_LINES = 4
/** The countdown turns red and pulses from here on (spec section 9). */
export const COUNTDOWN_ALERT_MS = 10_000

/**
 * Names the call that broke off and shall go on. It must be the same caller's, with the same assistant, and have been
 * live within the last two minutes; otherwise it is ignored and a new call begins.
 */
export const continuedCallSchema = z.object({
  continues: z.string().max(64).optional(),
  /** The token of that call. Callers without an account prove by it that the call was theirs; others may leave it out. */
  continuesToken: z.string().max(128).optional(),
})

export const startCallRequestSchema = continuedCallSchema.extend({
  assistantId: z.string().min(1).max(64),
})

export const startCallResponseSchema = z.object({
  callId: z.string(),
  /** For the socket: opens it once, and only until `tokenExpiresAt`. */
  token: z.string(),
  tokenExpiresAt: z.iso.datetime(),
  url: z.string(),
  /** Null for a call without a limit of its own. */
  limitMs: z.number().nullable(),
  /** True without a plan; with one, the call lasts as long as the plan's minutes do. */
  isDemo: z.boolean(),
  /**
   * The call named by `continues` goes on here: its time goes on too, what was said in it is remembered, and
   * `response.create` says that the two are connected again instead of the first message.
   */
  continued: z.boolean(),
})

export const callLineSchema = z.object({
  role: z.enum(['user', 'assistant']),
  /** What was said and, of the assistant, heard. */
  content: z.string(),
  /** Since the start of the call. */
  atMs: z.number(),
  /** The assistant was cut short here. */
  interrupted: z.boolean(),
  timings: turnTimingsSchema.nullable(),
})

/** Lists of calls hold those that are live or have ended: the others were never joined. */
export const CALL_STATUSES = ['created', 'live', 'ended', 'expired'] as const
export type CallStatus = (typeof CALL_STATUSES)[number]

export const callRecordSchema = z.object({
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
