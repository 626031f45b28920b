import {
  type BillingPeriod,
  centsPerMinute,
  dollarsPerMonth,
  LETS_TALK,
  priceOf,
  type PricingPlan,
} from '#contract/plans.ts'
import Check from 'lucide-react/icons/check'
import type { MouseEvent } from 'react'
import { clsx } from 'clsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { MinuteArches, OwnPlanBadge, PlanFeatures, PopularBadge, Price } from './plan-card.tsx'

interface PricingCardProps {
  plan: PricingPlan
  period: BillingPeriod
  isSelected: boolean
  isOwn: boolean
  describedBy: string
  onSelect: () => void
}

/** A plan that is chosen by a click anywhere on its card (spec sections 2 and 7), or by its button, which keyboards use. */
export function PricingCard({ plan, period, isSelected, isOwn, describedBy, onSelect }: PricingCardProps) {
  const isAnnual = period === 'annual'
  const price = isAnnual ? plan.annualPrice : plan.monthlyPrice

  const choose = ({ target, currentTarget, detail }: MouseEvent) => {
    // The button handles its own click, and a plan that the viewer has cannot be chosen.
    if (isOwn || !(target instanceof Element) || target.closest('a, button') !== null) return
    // The second click of a double click would open a second tab, and selecting the price's text, to copy it, must not
    // choose the plan.
    if (detail > 1 || getSelection()?.isCollapsed === false) return
    currentTarget.querySelector<HTMLElement>('a, button')?.click()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      aria-labelledby={`plan-${plan.id}`}
      onClick={choose}
      className={clsx(
        'relative flex h-full flex-col rounded-[22px] border-2 bg-raised p-6 transition-[border-color,box-shadow] duration-150',
        isSelected ? 'border-accent shadow-raised' : ['border-line', !isOwn && 'hover:border-line-strong'],
        !isOwn && 'cursor-pointer',
      )}
    >
      {isSelected ? (
        <span
          aria-hidden
          className="absolute -top-3 -right-3 grid size-8 animate-fade place-items-center rounded-full bg-accent text-on-accent"
        >
          <Check className="size-5" />
        </span>
      ) : null}
      <MinuteArches planId={plan.id} />
      {plan.popular ? <PopularBadge /> : null}
      {isOwn ? <OwnPlanBadge /> : null}
      <h2 id={`plan-${plan.id}`} className="mt-5 text-2xl">
        {plan.name}
      </h2>
      <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{plan.description}</p>
      <Price
        price={price}
        per={price === LETS_TALK ? undefined : isAnnual ? '/year' : '/month'}
        className="mt-5 text-[min(2.625rem,14vw)] leading-tight"
      />
      <p className="mt-0.5 text-[0.9375rem] text-ink-soft tabular-nums">{explainPrice(plan, period)}</p>
      <PlanFeatures
        lines={isAnnual ? plan.annualFeatures : plan.monthlyFeatures}
        className="mt-5 mb-7 border-t border-line pt-5 first:[&>li]:font-semibold"
      />
      {isOwn ? (
        <ButtonLink to="/account" kind="outline" className="mt-auto">
          See your plan
        </ButtonLink>
      ) : (
        <ChoosePlan
          planId={plan.id}
          period={period}
          label={`Choose ${plan.name}`}
          kind={plan.popular ? 'primary' : 'outline'}
          isPressed={isSelected}
          describedBy={describedBy}
          onChoose={onSelect}
          className="mt-auto"
        />
      )}
    </article>
  )
}

/** The price in units that can be compared between plans. */
function explainPrice({ id }: PricingPlan, period: BillingPeriod): string {
  const price = priceOf(id, period)
  if (price === undefined) return 'Agreed in person'
  const perMinute = `${centsPerMinute(price)} a minute`
  return period === 'annual' ? `${dollarsPerMonth(price)} a month, ${perMinute}` : `Billed monthly, ${perMinute}`
}
