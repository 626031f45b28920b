import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { clsx } from 'clsx'
import { buttonClass } from '../../ui/button.tsx'

interface PlanCardProps {
  name: string
  price: string
  /** Beside the price: "/month". */
  per?: string
  lines: readonly string[]
  popular: boolean
  action: string
  onLeave: () => void
}

/** One plan in a dialog of plans. */
export function PlanCard({ name, price, per, lines, popular, action, onLeave }: PlanCardProps) {
  const nameId = useId()
  return (
    <article
      className={clsx(
        'flex h-full flex-col rounded-[18px] border bg-raised p-5',
        popular ? 'border-2 border-accent' : 'border-line',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id={nameId} className="text-xl">
          {name}
        </h3>
        {popular ? (
          <span className="rounded-full bg-accent px-2.5 py-0.5 text-[0.8125rem] font-semibold text-on-accent">
            Most Popular
          </span>
        ) : null}
      </div>
      <p className="mt-3 font-display text-3xl font-bold tracking-tight tabular-nums">
        {price}
        {per === undefined ? null : (
          <span className="font-sans text-base font-normal tracking-normal text-ink-soft">{per}</span>
        )}
      </p>
      <ul className="mt-4 mb-6 grid gap-2 text-[0.9375rem]">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent-ink" />
            {line}
          </li>
        ))}
      </ul>
      <Link
        to="/pricing"
        aria-describedby={nameId}
        className={buttonClass({ kind: popular ? 'primary' : 'outline', className: 'mt-auto' })}
        onClick={onLeave}
      >
        {action}
      </Link>
    </article>
  )
}
