import type { MySubscription } from '#contract/billing.ts'
import { statusColour, usageAlert } from '#contract/subscription-status.ts'
import type { ReactNode } from 'react'
import { formatDay, formatStatus } from '../../lib/formatting.ts'
import { ToneBadge } from '../../ui/tone-badge.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { minuteWords, priceWords, whatComesNext } from './plan-words.ts'

export function OwnPlan({ subscription, action }: { subscription: MySubscription; action: ReactNode }) {
  const { id, plan, status, isUsable, periodStart, periodEnd } = subscription
  return (
    <article
      aria-labelledby={`plan-${id}`}
      className="overflow-hidden rounded-[22px] border border-line bg-raised shadow-raised"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-5 sm:px-7 sm:pt-6">
        <div>
          <h3 id={`plan-${id}`} className="text-3xl">
            {plan}
          </h3>
          <p className="mt-1.5 flex flex-wrap gap-x-4 text-ink-soft tabular-nums min-[18rem]:whitespace-nowrap">
            <span>{priceWords(subscription)}</span>
            <span>
              {formatDay(periodStart)} to {formatDay(periodEnd)}
            </span>
          </p>
        </div>
        <ToneBadge tone={statusColour(status)}>{formatStatus(status)}</ToneBadge>
      </div>
      {isUsable ? <Minutes subscription={subscription} /> : null}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line bg-sunk px-5 py-4 sm:px-7">
        <p className="max-w-[52ch] min-w-[min(100%,12rem)] flex-1">{whatComesNext(subscription)}</p>
        {action}
      </div>
    </article>
  )
}

function Minutes({ subscription }: { subscription: MySubscription }) {
  const { usedMinutes, limitMinutes } = subscription
  const words = minuteWords(subscription)
  const usage = { usedMinutes, limitMinutes: limitMinutes ?? 0, exceeded: false }
  const alert = usageAlert(usage)
  return (
    <div className="px-5 pt-5 sm:px-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-display text-2xl font-semibold tracking-tight tabular-nums">{words.left}</p>
        <p className="text-ink-soft tabular-nums">{words.used}</p>
      </div>
      <UsageBar
        usage={usage}
        tone={alert === null ? 'green' : alert === 'exceeded' ? 'red' : 'orange'}
        words={words.used}
        className="mt-3 h-2.5"
      />
    </div>
  )
}
