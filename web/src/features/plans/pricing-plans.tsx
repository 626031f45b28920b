import { useId, useState } from 'react'
import {
  PRICING_PLANS,
  type BillingPeriod,
  type PersonalPlanId,
  checkoutPath,
  dollars,
  PER_PERIOD,
  priceOf,
} from '#contract/plans.ts'
import { WakeWhenReached } from '../../ui/wake-when-reached.tsx'
import { ComparePlans } from './compare-plans.tsx'
import { ARCH_MINUTES } from './minute-arches.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import { PricingCard } from './pricing-card.tsx'
import { useOwnPlans } from './own-plans.ts'

/**
 * The four plans with their switch of billing period. The chosen plan stays chosen when the period changes.
 * `viewerId`: null for a visitor without an account.
 */
export function PricingPlans({ viewerId }: { viewerId: string | null }) {
  const { planIds: ownPlanIds } = useOwnPlans(viewerId)
  const noteId = useId()
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const [selectedId, setSelectedId] = useState<PersonalPlanId | null>(null)

  return (
    <>
      <div className="mt-7">
        <PeriodSwitch period={period} onChange={setPeriod} />
      </div>
      <ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 xl:grid-cols-4">
        {PRICING_PLANS.map((plan) => (
          <li key={plan.id}>
            <PricingCard
              plan={plan}
              period={period}
              isOwn={ownPlanIds.has(plan.id)}
              isSelected={plan.id === selectedId}
              describedBy={noteId}
              onSelect={() => setSelectedId(plan.id)}
            />
          </li>
        ))}
      </ul>
      <div className="mt-5 flex min-h-12 flex-wrap items-center justify-between gap-x-8 gap-y-3 text-[0.9375rem] text-ink-soft">
        <p>
          Each arch stands for {ARCH_MINUTES} minutes of talk a month.{' '}
          <span id={noteId}>The checkout opens in a new tab.</span>
        </p>
        <ChosenPlan planId={selectedId} period={period} />
      </div>
      <WakeWhenReached anchor="compare-plans">
        <ComparePlans period={period} />
      </WakeWhenReached>
    </>
  )
}

/** Names the chosen plan, and leads to its checkout again: the tab may have been closed, or the period changed since. */
function ChosenPlan({ planId, period }: { planId: PersonalPlanId | null; period: BillingPeriod }) {
  const price = planId === null ? undefined : priceOf(planId, period)
  const address = planId === null ? null : checkoutPath(planId, period)
  return (
    <p role="status" className="text-ink">
      {price === undefined || address === null ? null : (
        <>
          Chosen: <strong className="font-semibold">{price.planName}</strong>, {dollars(price.cents)}{' '}
          {PER_PERIOD[period]}.{' '}
          <a
            href={address}
            target="_blank"
            rel="noopener"
            className="inline-block py-1 font-semibold underline underline-offset-4"
          >
            Go to its checkout
          </a>
        </>
      )}
    </p>
  )
}
