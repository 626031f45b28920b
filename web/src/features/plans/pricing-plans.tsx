import { PRICING_PLANS, type PricingPlan } from '#contract/plans.ts'
import { useState } from 'react'
import { PricingCard } from './pricing-card.tsx'

export type BillingPeriod = 'monthly' | 'annual'

/** The four plans with their switch of billing period. The chosen plan stays chosen when the period changes. */
export function PricingPlans() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const [selectedId, setSelectedId] = useState<PricingPlan['id'] | null>(null)
  const isAnnual = period === 'annual'

  return (
    <>
      <div className="mt-8 flex min-h-10 flex-wrap items-center gap-3">
        <div className="flex items-center gap-3">
          <span aria-hidden className={isAnnual ? 'text-ink-soft' : 'font-semibold'}>
            Monthly
          </span>
          <button
            type="button"
            role="switch"
            aria-checked={isAnnual}
            aria-label="Annual billing"
            onClick={() => setPeriod(isAnnual ? 'monthly' : 'annual')}
            className="group h-8 w-14 rounded-full bg-line-strong p-1 transition-colors duration-150 aria-checked:bg-ink"
          >
            <span className="block size-6 rounded-full bg-paper transition-transform duration-150 group-aria-checked:translate-x-6" />
          </button>
          <span aria-hidden className={isAnnual ? 'font-semibold' : 'text-ink-soft'}>
            Annual
          </span>
        </div>
        {isAnnual ? (
          <span className="rounded-full bg-sunk px-3 py-1 text-sm font-semibold text-success">Save 20%</span>
        ) : null}
      </div>
      <ul className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {PRICING_PLANS.map((plan) => (
          <li key={plan.id}>
            <PricingCard
              plan={plan}
              period={period}
              isSelected={plan.id === selectedId}
              onSelect={() => setSelectedId(plan.id)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
