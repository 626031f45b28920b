import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

interface FiguresChartProps {
  title: string
  /** The heading of the table's column with the bars' names. */
  column: string
  bars: { name: string; count: number }[]
}

const HEIGHT_PX = 220

/** A bar chart of conversations, and the same numbers as a table, which can be opened and read by screen readers. */
export function FiguresChart({ title, column, bars }: FiguresChartProps) {
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
