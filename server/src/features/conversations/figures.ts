import { sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { FIGURES_MAX_DAYS, FIGURES_USUAL_DAYS } from '#contract/conversation-limits.ts'
import type { ConversationFigures } from '#contract/conversations.ts'
import { AppError } from '#contract/errors.ts'
import { sentDaySchema } from '#contract/sent-time.ts'
import type { Database } from '../../infra/db/client.ts'
import type { OwnedAssistant } from '../assistants/assistants.ts'

/** Days in the assistant's time zone; the period includes both. */
export const figuresQuery = z.object({
  from: sentDaySchema.optional().describe('The first day, in the assistant’s time zone. Takes the place of `days`.'),
  to: sentDaySchema.optional().describe('The last day; today if it is left out.'),
  days: z.coerce
    .number()
    .int()
    .default(FIGURES_USUAL_DAYS)
    .describe(`How many days, ending with the last one; at most ${FIGURES_MAX_DAYS}.`),
})

const rowsOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ rows: z.array(z.object(shape)) })
const callFigures = rowsOf({ day: z.string(), hour: z.number(), conversations: z.number(), ms: z.number() })
type CallFigures = z.infer<typeof callFigures>['rows']
const turnFigures = rowsOf({
  turns: z.number(),
  understood: z.number(),
  answered: z.number(),
  median: z.number().nullable(),
  p95: z.number().nullable(),
})
const leftFigures = rowsOf({ leads: z.number(), bookings: z.number() })

const minutesOf = (ms: number) => Math.round(ms / 6_000) / 10
const roundedOf = (ms: number | null) => (ms === null ? null : Math.round(ms))

/**
 * Figures about an assistant for a period. Conversations in which the visitor said nothing do not count.
 * @throws AppError `bad-request` if the period is too long or ends before it begins
 */
export async function readFigures(
  db: Database,
  desk: Pick<OwnedAssistant, 'id' | 'ownerId' | 'timeZone'>,
  period: z.infer<typeof figuresQuery>,
): Promise<ConversationFigures> {
  const { timeZone } = desk
  const to = period.to === undefined ? Temporal.Now.plainDateISO(timeZone) : Temporal.PlainDate.from(period.to)
  const dayCount = period.from === undefined ? period.days : Temporal.PlainDate.from(period.from).until(to).days + 1
  if (dayCount < 1 || dayCount > FIGURES_MAX_DAYS) {
    throw new AppError('bad-request', { detail: `Choose a period of 1 to ${FIGURES_MAX_DAYS} days.` })
  }
  const from = to.subtract({ days: dayCount - 1 })
  const startOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime(timeZone).toInstant().toString({ smallestUnit: 'millisecond' })
  const isWithin = (column: string) =>
    sql`${sql.raw(column)} >= ${startOf(from)}::timestamptz and ${sql.raw(column)} < ${startOf(to.add({ days: 1 }))}::timestamptz`
  const counted = sql`
    select c.id, c.created_at, c.duration_ms from calls c
    where c.assistant_id = ${desk.id} and c.payer_id = ${desk.ownerId} and c.status in ('live', 'ended')
      and ${isWithin('c.created_at')}
      and (exists (select 1 from call_turns t where t.call_id = c.id) or (c.engine = 'vapi' and c.duration_ms > 0))`
  const ofCalls = await db.execute(sql`
    with counted as (${counted})
    select to_char(created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      extract(hour from created_at at time zone ${timeZone})::int as hour,
      count(*)::int as conversations, sum(duration_ms)::float8 as ms
    from counted group by 1, 2`)
  const ofTurns = await db.execute(sql`
    with counted as (${counted})
    select count(*)::int as turns,
      (count(*) filter (where outcome <> 'not-heard'))::int as understood,
      (count(*) filter (where outcome in ('answered', 'action')))::int as answered,
      percentile_cont(0.5) within group (order by first_audio_ms) as median,
      percentile_cont(0.95) within group (order by first_audio_ms) as p95
    from call_turns where call_id in (select id from counted)`)
  const whatWasLeft = await db.execute(sql`
    select
      (select count(*)::int from leads where assistant_id = ${desk.id} and ${isWithin('created_at')}) as leads,
      (select count(*)::int from appointments where assistant_id = ${desk.id} and ${isWithin('created_at')}) as bookings`)
  const byHour = callFigures.parse(ofCalls).rows
  const [turns] = turnFigures.parse(ofTurns).rows
  const [left] = leftFigures.parse(whatWasLeft).rows
  const sum = (rows: CallFigures) => ({
    conversations: rows.reduce((total, { conversations }) => total + conversations, 0),
    minutes: minutesOf(rows.reduce((total, { ms }) => total + ms, 0)),
  })
  const ofDay = Map.groupBy(byHour, ({ day }) => day)
  const days = Array.from({ length: dayCount }, (_, index) => from.add({ days: index }).toString())
  return {
    timeZone,
    ...sum(byHour),
    turns: turns?.turns ?? 0,
    understood: turns?.understood ?? 0,
    answered: turns?.answered ?? 0,
    leads: left?.leads ?? 0,
    bookings: left?.bookings ?? 0,
    firstAudioMs: { median: roundedOf(turns?.median ?? null), p95: roundedOf(turns?.p95 ?? null) },
    byHour: Array.from({ length: 24 }, (_, hour) => sum(byHour.filter((row) => row.hour === hour)).conversations),
    byDay: days.map((day) => ({ day, ...sum(ofDay.get(day) ?? []) })),
  }
}
