import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallEndReason } from '#contract/realtime.ts'
import { vapiCallSchema, type VapiCall } from '../../vendors/vapi-api.ts'

/** Vapi sends our secret back in this header; `npm run vapi:push` tells it to. */
export const SECRET_HEADER = 'X-Vapi-Secret'

const assistant = vapiCallSchema.shape.assistant
const moment = vapiCallSchema.shape.startedAt

/** What is read of the messages that Vapi's server sends to ours. */
export const vapiServerMessageSchema = z.object({
  message: z.discriminatedUnion('type', [
    z.looseObject({
      type: z.literal('status-update'),
      status: z.string(),
      endedReason: z.string().nullish(),
      call: vapiCallSchema,
      assistant,
    }),
    z.looseObject({
      type: z.literal('end-of-call-report'),
      endedReason: z.string(),
      startedAt: moment,
      endedAt: moment,
      artifact: vapiCallSchema.shape.artifact,
      call: vapiCallSchema,
      assistant,
    }),
  ]),
})
export type VapiServerMessage = z.infer<typeof vapiServerMessageSchema>['message']

/** Whether it is the secret, in a time that says nothing of it. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** A call that is over, however we came to know. */
export interface VapiReport {
  startedAt: Date | null
  durationMs: number
  endedReason: string
  lines: { role: 'user' | 'assistant'; content: string; atMs: number }[]
}

/** Nobody's call lasts longer at Vapi (its `maxDurationSeconds`). */
const LONGEST_MS = 43_200_000
/** There was no Vapi before; and nobody's call is of a later one. */
const EARLIEST_MS = Date.UTC(2020)
const LATEST_MS = Date.UTC(2100)
const MAX_LINES = 2_000
const MAX_LINE_CHARACTERS = 4_000

/** Null while the call goes on. */
export function reportOf(call: VapiCall): VapiReport | null {
  if (call.status !== 'ended') return null
  const startedAt = momentOf(call.startedAt)
  const endedAt = momentOf(call.endedAt)
  // The report names no length: it is from here to there. What never began, lasted nothing.
  const durationMs = startedAt && endedAt ? Math.min(LONGEST_MS, Math.max(0, +endedAt - +startedAt)) : 0
  return { startedAt, durationMs, endedReason: call.endedReason ?? '', lines: linesOf(call) }
}

/** The report as a call, so that both ways of knowing are read alike. */
export function callOfReport(message: Extract<VapiServerMessage, { type: 'end-of-call-report' }>): VapiCall {
  const { call, startedAt, endedAt, artifact, endedReason } = message
  return {
    ...call,
    status: 'ended',
    endedReason,
    startedAt: startedAt ?? call.startedAt,
    endedAt: endedAt ?? call.endedAt,
    artifact: artifact ?? call.artifact,
  }
}

function linesOf({ artifact }: VapiCall): VapiReport['lines'] {
  return (artifact?.messages ?? [])
    .flatMap(({ role, message, secondsFromStart }): VapiReport['lines'] => {
      // A database keeps no text with a zero in it.
      const content = (message ?? '').replaceAll('\0', '').trim().slice(0, MAX_LINE_CHARACTERS)
      const speaker = role === 'user' ? 'user' : role === 'bot' || role === 'assistant' ? 'assistant' : null
      if (speaker === null || content === '') return []
      const atMs = Math.min(LONGEST_MS, Math.max(0, Math.round((secondsFromStart ?? 0) * 1_000)))
      return [{ role: speaker, content, atMs }]
    })
    .slice(0, MAX_LINES)
}

/** A moment of a call; null for one that no call has, such as the year 0, which no database takes either. */
export function momentOf(text: string | null | undefined): Date | null {
  const at = new Date(text ?? NaN)
  return +at >= EARLIEST_MS && +at < LATEST_MS ? at : null
}

/** A page hangs up at the limit as if the person had, so the length decides first. */
export function endReasonOf(report: VapiReport, limitMs: number | null): CallEndReason {
  const { endedReason, durationMs } = report
  if (endedReason === 'exceeded-max-duration') return 'limit-reached'
  if (limitMs !== null && durationMs >= limitMs - 2_000) return 'limit-reached'
  if (endedReason === 'silence-timed-out') return 'idle'
  return /error|failed|not-found|not-valid/.test(endedReason) ? 'failed' : 'person-ended'
}
