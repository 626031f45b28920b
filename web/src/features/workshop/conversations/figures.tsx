import type { ConversationFigures } from '#contract/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { api, reading } from '../../../lib/api.ts'
import { formatDay, zoneWords } from '../../../lib/formatting.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
]
/** For longer periods, the chart shows months, since that many days do not fit on a phone. */
const MOST_DAYS_DRAWN = 92

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const dayWords = (day: string) => formatDay(`${day}T00:00:00Z`, 'UTC').replace(/, \d{4}$/, '')
const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`)
const seconds = (ms: number | null) => (ms === null ? '–' : `${(ms / 1_000).toFixed(1)} s`)

export function Figures({ assistant: { id } }: { assistant: { id: string } }) {
  const [days, setDays] = useState('30')
  const query = useQuery(reading(api.api['own-assistants'][':id'].figures, { param: { id }, query: { days } }))
  return (
    <div className="grid gap-8">
      <div className="max-w-60">
        <SelectField label="Period" options={PERIODS} value={days} onChoose={setDays} />
      </div>
      <Loaded query={query} otherwise="The figures could not be shown. Please try again.">
        {(figures) =>
          figures.conversations === 0 ? (
            <p className="rounded-card bg-sunk px-4 py-4">No conversations in this period yet.</p>
          ) : (
            <Drawn figures={figures} />
          )
        }
      </Loaded>
    </div>
  )
}

function Drawn({ figures }: { figures: ConversationFigures }) {
  const { conversations, minutes, turns, understood, answered, leads, bookings, firstAudioMs, timeZone } = figures
  const sums: [name: string, value: string][] = [
    ['Conversations', `${conversations}`],
    ['Minutes', `${Math.round(minutes)}`],
    ['Understood', percent(understood, turns)],
    ['Answered', percent(answered, turns)],
    ['Leads', `${leads}`],
    ['Appointments', `${bookings}`],
    ['Usual wait for an answer', seconds(firstAudioMs.median)],
    ['95 of 100 answers within', seconds(firstAudioMs.p95)],
  ]
  const isByMonth = figures.byDay.length > MOST_DAYS_DRAWN
  const byDay = figures.byDay.map(({ day, conversations: count }) => ({ name: dayWords(day), count }))
  const byHour = figures.byHour.map((count, hour) => ({ name: `${hour}:00`, count }))
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {sums.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end rounded-card bg-sunk px-4 py-3">
            <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft">
        Days and hours are those of {zoneWords(timeZone)}. The time zone is chosen under Settings.
      </p>
      {isByMonth ? (
        <FiguresChart title="By month" column="Month" bars={byMonth(figures.byDay)} />
      ) : (
        <FiguresChart title="By day" column="Day" bars={byDay} />
      )}
      <FiguresChart title="By hour of the day" column="Hour" bars={byHour} />
    </>
  )
}

/** The sums of the months, in the order of the days. */
function byMonth(days: ConversationFigures['byDay']): { name: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const { day, conversations } of days) {
    const name = MONTH.format(new Date(`${day}T00:00:00Z`))
    sums.set(name, (sums.get(name) ?? 0) + conversations)
  }
  return [...sums].map(([name, count]) => ({ name, count }))
}

interface FiguresChartProps {
  title: string
  /** The heading of the table's column with the bars' names. */
  column: string
  bars: { name: string; count: number }[]
}

const HEIGHT_PX = 220

/** A bar chart of conversations, and the same numbers as a table, which can be opened and read by screen readers. */
function FiguresChart({ title, column, bars }: FiguresChartProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="text-xl">
        {title}
      </h3>
      <div aria-hidden className="mt-3">
        <ResponsiveContainer width="100%" height={HEIGHT_PX}>
          <BarChart data={bars} margin={{ left: -24 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" stroke="var(--ink-soft)" tickLine={false} minTickGap={24} fontSize={13} />
            <YAxis allowDecimals={false} stroke="var(--ink-soft)" tickLine={false} axisLine={false} fontSize={13} />
            <Tooltip
              cursor={{ fill: 'var(--line)' }}
              contentStyle={{ background: 'var(--paper-raised)', borderColor: 'var(--line)', color: 'var(--ink)' }}
              itemStyle={{ color: 'var(--ink)' }}
            />
            <Bar dataKey="count" name="Conversations" fill="var(--accent)" isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <details className="mt-2">
        <summary className="min-h-11 content-center cursor-pointer text-[0.9375rem] text-ink-soft">As a table</summary>
        <table className="mt-2 w-full max-w-sm text-left tabular-nums">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-1 font-semibold">
                {column}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                Conversations
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ name, count }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="py-1 font-normal">
                  {name}
                </th>
                <td className="py-1 text-right">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
