import { LETS_TALK, type PricingPlan } from '#contract/plans.ts'
import { Check } from 'lucide-react'
import { clsx } from 'clsx'
import { Button } from '../../ui/button.tsx'

interface PricingCardProps {
  plan: PricingPlan
  period: 'monthly' | 'annual'
  isSelected: boolean
  onSelect: () => void
}

/** A plan that is chosen by a click anywhere on it; the button inside is the way for keyboards. */
export function PricingCard({ plan, period, isSelected, onSelect }: PricingCardProps) {
  const isAnnual = period === 'annual'
  const price = isAnnual ? plan.annualPrice : plan.monthlyPrice
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <article
      aria-labelledby={`plan-${plan.id}`}
      onClick={onSelect}
      className={clsx(
        'flex h-full cursor-pointer flex-col rounded-[20px] border-2 bg-raised p-6 transition-colors duration-150',
        isSelected ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h2 id={`plan-${plan.id}`} className="text-2xl">
          {plan.name}
        </h2>
        {plan.popular ? (
          <span className="rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] font-semibold text-paper">
            Most Popular
          </span>
        ) : null}
      </div>
      <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{plan.description}</p>
      <p className="mt-5 font-display text-4xl font-bold tracking-tight tabular-nums">
        {price}
        {price === LETS_TALK ? null : (
          <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
            {isAnnual ? '/year' : '/month'}
          </span>
        )}
      </p>
      <ul className="mt-5 mb-7 grid gap-2 text-[0.9375rem]">
        {(isAnnual ? plan.annualFeatures : plan.monthlyFeatures).map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent-ink" />
            {feature}
          </li>
        ))}
      </ul>
      <Button kind={isSelected ? 'primary' : 'outline'} aria-pressed={isSelected} className="mt-auto">
        Choose {plan.name}
      </Button>
    </article>
  )
}
