import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface Stat {
  label: string
  /** Undefined while it is unknown. */
  value: string | undefined
  /** Marks a value that needs the team's attention. */
  isAlert?: boolean
}

export function StatCards({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {stats.map((stat) => (
        <div
          key={stat.label}
          className="flex flex-col justify-between gap-2 rounded-card border border-line bg-raised px-4 py-3.5 sm:px-5 sm:py-4"
        >
          <dt className="text-[0.9375rem] leading-snug text-ink-soft">{unbrokenWords(stat.label)}</dt>
          <dd
            className={clsx(
              'font-display text-[1.75rem] leading-none font-semibold tracking-tight tabular-nums sm:text-4xl',
              stat.isAlert === true && 'text-danger',
            )}
          >
            {stat.value ?? <span aria-label="not known yet">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps words with a hyphen on one line in narrow cards. */
function unbrokenWords(label: string): ReactNode {
  return label.split(/(?<= )/).map((word) => (
    <span key={word} className="inline-block whitespace-pre">
      {word}
    </span>
  ))
}
