import { useId, useState } from 'react'
import {
  ANNUAL_BADGE,
  type BillingPeriod,
  checkoutPath,
  dollars,
  PER_PERIOD,
  type PersonalPlanId,
  priceOf,
  PRICING_PLANS,
  centsPerMinute,
  UNLIMITED,
  type PricingPlan,
} from '#contract/plans.ts'
import { Switch } from '../../ui/switch.tsx'
import { WakeWhenReached } from '../../ui/wake-when-reached.tsx'
import { ARCH_MINUTES } from './plan-card.tsx'
import { PricingCard } from './pricing-card.tsx'
import { useOwnPlans } from './own-plans.ts'
import { clsx } from 'clsx'

/**
 * The four plans and the switch of billing period. Changing the period keeps the selected plan. `viewerId` is null for
 * a visitor without an account.
 */
export function PricingPlans({ viewerId }: { viewerId: string | null }) {
  const { planIds: ownPlanIds } = useOwnPlans(viewerId)
  const noteId = useId()
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const [chosenId, setChosenId] = useState<PersonalPlanId | null>(null)
  // A plan that was bought meanwhile is no longer selected.
  const selectedId = chosenId !== null && ownPlanIds.has(chosenId) ? null : chosenId

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
              onSelect={() => setChosenId(plan.id)}
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

/**
 * Names the selected plan and links to its checkout again, since the tab may have been closed or the period changed.
 */
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

/** Switches between monthly and annual prices. Each label selects its period by a click; keyboards use the switch. */
function PeriodSwitch({ period, onChange }: { period: BillingPeriod; onChange: (period: BillingPeriod) => void }) {
  const isAnnual = period === 'annual'
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <div className="-ml-1 flex flex-wrap items-center">
        <PeriodLabel isCurrent={!isAnnual} onPress={() => onChange('monthly')}>
          Monthly
        </PeriodLabel>
        <Switch
          aria-label="Annual billing"
          isOn={isAnnual}
          onChange={(isOn) => onChange(isOn ? 'annual' : 'monthly')}
          className="mx-1"
        />
        <PeriodLabel isCurrent={isAnnual} onPress={() => onChange('annual')}>
          Annual
        </PeriodLabel>
      </div>
      <p role="status" className="min-h-7">
        {isAnnual ? (
          <span
            className="block animate-fade rounded-full bg-niche-tint px-3 py-1 text-sm leading-5 font-semibold text-niche-ink"
            data-niche="education"
          >
            {ANNUAL_BADGE}
          </span>
        ) : null}
      </p>
    </div>
  )
}

function PeriodLabel({ isCurrent, onPress, children }: { isCurrent: boolean; onPress: () => void; children: string }) {
  return (
    <span
      aria-hidden
      onClick={onPress}
      className={clsx(
        'grid min-h-11 cursor-pointer place-items-center px-1 text-[1.0625rem] font-semibold transition-colors duration-150',
        isCurrent ? 'text-ink' : 'text-ink-soft hover:text-ink',
      )}
    >
      {children}
    </span>
  )
}

const CELL = 'px-1.5 py-3.5 align-baseline first:pl-0 last:pr-0 max-[20.5rem]:wrap-anywhere min-[23rem]:px-3 sm:px-5'

/** A table that compares the plans, and the free account, by what distinguishes them. */
function ComparePlans({ period }: { period: BillingPeriod }) {
  return (
    <section
      aria-labelledby="compare-plans"
      className="mt-16 sm:mt-24 far-below [contain-intrinsic-height:auto_36rem] sm:[contain-intrinsic-height:auto_32rem] md:[contain-intrinsic-height:auto_23.5rem]"
    >
      <h2 id="compare-plans" className="text-3xl sm:text-4xl">
        Side by side
      </h2>
      <table className="mt-6 w-full border-collapse text-left text-[0.9375rem] tabular-nums sm:text-base">
        <thead>
          <tr className="border-b-2 border-ink text-sm text-ink-soft">
            {['Plan', `Minutes ${PER_PERIOD[period]}`, 'A minute', 'One call lasts'].map((head) => (
              <th key={head} scope="col" className={`${CELL} font-semibold`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Free account" cells={['One per call', 'free', 'up to 60 seconds']} />
          {PRICING_PLANS.map((plan) => (
            <Row key={plan.id} name={plan.name} cells={cellsOf(plan, period)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ name, cells }: { name: string; cells: readonly string[] }) {
  return (
    <tr className="border-b border-line">
      <th scope="row" className={`${CELL} font-semibold`}>
        {name}
      </th>
      {cells.map((cell) => (
        <td key={cell} className={CELL}>
          {cell}
        </td>
      ))}
    </tr>
  )
}

function cellsOf({ id }: PricingPlan, period: BillingPeriod): string[] {
  const price = priceOf(id, period)
  if (price === undefined) return [UNLIMITED, 'as agreed', 'as long as you like']
  return [`${price.minutes}`, centsPerMinute(price), 'as long as your minutes do']
}
