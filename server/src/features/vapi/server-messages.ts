import { z } from 'zod'
import type { CallEndReason } from '#contract/realtime.ts'
import { vapiCallSchema, type VapiCall } from '../../vendors/vapi-api.ts'
import type { CallReport } from '../calls/calls.ts'

/** The header in which Vapi returns our secret; `npm run vapi:push` configures it. */
export const SECRET_HEADER = 'X-Vapi-Secret'

const assistant = vapiCallSchema.shape.assistant
const moment = vapiCallSchema.shape.startedAt

const MAX_TOOL_CALLS = 20
const argumentsOf = z.union([z.string().max(20_000), z.record(z.string(), z.unknown())]).optional()
/** Accepts both the form of Vapi's API description and that of its guide to custom tools. */
const toolCall = z
  .looseObject({
    id: z.string().min(1).max(200),
    name: z.string().optional(),
    arguments: argumentsOf,
    function: z.looseObject({ name: z.string(), arguments: argumentsOf }).optional(),
  })
  .transform(({ id, function: called, ...flat }) => {
    const given = called?.arguments ?? flat.arguments ?? ''
    const argumentsText = typeof given === 'string' ? given : JSON.stringify(given)
    return { id, name: called?.name ?? flat.name ?? '', argumentsText }
  })

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
      type: z.literal('tool-calls'),
      toolCallList: z.array(toolCall).max(MAX_TOOL_CALLS),
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

/** An ended call, from Vapi's report or from its API. */
interface VapiReport extends Omit<CallReport, 'reason'> {
  endedReason: string
}

/** The longest call that Vapi allows (its `maxDurationSeconds`). */
const LONGEST_MS = 43_200_000
/** Any date outside of these bounds is invalid. */
const EARLIEST_MS = Date.UTC(2020)
const LATEST_MS = Date.UTC(2100)
const MAX_LINES = 2_000
const MAX_LINE_CHARACTERS = 4_000

/** Null while the call is live. */
export function reportOf(call: VapiCall): VapiReport | null {
  if (call.status !== 'ended') return null
  const startedAt = momentOf(call.startedAt)
  const endedAt = momentOf(call.endedAt)
  // The report has no duration, so it is computed. A call that never began has none.
  const durationMs = startedAt && endedAt ? Math.min(LONGEST_MS, Math.max(0, +endedAt - +startedAt)) : 0
  return { startedAt, durationMs, endedReason: call.endedReason ?? '', lines: linesOf(call) }
}

/** Turns the report into the form of Vapi's API, so that both sources are parsed alike. */
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
      // PostgreSQL rejects text with a NUL.
      const content = (message ?? '').replaceAll('\0', '').trim().slice(0, MAX_LINE_CHARACTERS)
      const speaker = role === 'user' ? 'user' : role === 'bot' || role === 'assistant' ? 'assistant' : null
      if (speaker === null || content === '') return []
      const atMs = Math.min(LONGEST_MS, Math.max(0, Math.round((secondsFromStart ?? 0) * 1_000)))
      return [{ role: speaker, content, atMs }]
    })
    .slice(0, MAX_LINES)
}

/** A date of a call; null for an impossible one, such as the year 0, which the database would reject. */
export function momentOf(text: string | null | undefined): Date | null {
  const at = new Date(text ?? NaN)
  return +at >= EARLIEST_MS && +at < LATEST_MS ? at : null
}

/** A page that hangs up at the limit looks as if the person had hung up, so the duration is checked first. */
export function endReasonOf(report: VapiReport, limitMs: number | null): CallEndReason {
  const { endedReason, durationMs } = report
  if (endedReason === 'exceeded-max-duration') return 'limit-reached'
  if (limitMs !== null && durationMs >= limitMs - 2_000) return 'limit-reached'
  if (endedReason === 'silence-timed-out') return 'idle'
  return /error|failed|not-found|not-valid/.test(endedReason) ? 'failed' : 'person-ended'
}
