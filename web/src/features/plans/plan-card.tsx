import type { PlanId } from '#contract/plans.ts'
import { clsx } from 'clsx'
import { ChoosePlan } from './choose-plan.tsx'
import { OwnPlanBadge, PlanFeatures, PopularBadge, Price } from './plan-card-parts.tsx'

interface PlanCardProps {
  planId: PlanId
  name: string
  price: string
  per?: string
  /** The plan's minutes, as its most important feature. */
  minutes: string
  lines: readonly string[]
  popular: boolean
  isOwn?: boolean
  action: string
  describedBy: string
  onChoose?: () => void
}

export function PlanCard(props: PlanCardProps) {
  const { planId, name, price, per, minutes, lines, popular, isOwn = false, action, ...rest } = props
  return (
    <article
      aria-labelledby={`offer-${planId}`}
      className={clsx(
        'relative flex h-full flex-col rounded-[20px] border-2 bg-raised p-5',
        popular ? 'border-ink' : 'border-line',
      )}
    >
      {popular ? <PopularBadge /> : null}
      {isOwn ? <OwnPlanBadge /> : null}
      <h3 id={`offer-${planId}`} className="text-xl">
        {name}
      </h3>
      <Price price={price} per={per} className="mt-3 text-[min(2.25rem,14vw)] leading-[1.1]" />
      <p className="mt-1.5 border-b border-line pb-4 font-semibold">{minutes}</p>
      <PlanFeatures lines={lines} className="mt-4 mb-6" />
      <ChoosePlan
        planId={planId}
        period="monthly"
        label={action}
        kind={popular ? 'primary' : 'outline'}
        className="mt-auto"
        {...rest}
      />
    </article>
  )
}
