import { minutesLine, type PlanId, priceOf, type PersonalPlanId } from '#contract/plans.ts'
import { clsx } from 'clsx'
import { ChoosePlan } from './choose-plan.tsx'
import { CATALOGUE } from '#contract/catalogue.ts'
import Check from 'lucide-react/icons/check'

interface PlanCardProps {
  plan: { id: PlanId; name: string; popular: boolean }
  price: string
  per?: string
  lines: readonly string[]
  isOwn?: boolean
  action: string
  describedBy: string
  onChoose?: () => void
}

export function PlanCard(props: PlanCardProps) {
  const { plan, price, per, lines, isOwn = false, action, ...rest } = props
  const { id, name, popular } = plan
  return (
    <article
      aria-labelledby={`offer-${id}`}
      className={clsx(
        'relative flex h-full flex-col rounded-[20px] border-2 bg-raised p-5',
        popular ? 'border-ink' : 'border-line',
      )}
    >
      {popular ? <PopularBadge /> : null}
      {isOwn ? <OwnPlanBadge /> : null}
      <h3 id={`offer-${id}`} className="text-xl">
        {name}
      </h3>
      <Price price={price} per={per} className="mt-3 text-[min(2.25rem,14vw)] leading-[1.1]" />
      <p className="mt-1.5 border-b border-line pb-4 font-semibold">{minutesLine(id, 'monthly')}</p>
      <PlanFeatures lines={lines} className="mt-4 mb-6" />
      <ChoosePlan
        planId={id}
        period="monthly"
        label={action}
        kind={popular ? 'primary' : 'outline'}
        className="mt-auto"
        {...rest}
      />
    </article>
  )
}

/** A badge on the upper edge of the most popular plan (spec section 9). It does not affect the card's layout. */
export function PopularBadge() {
  return (
    <span className="absolute -top-3.5 left-4.5 rounded-full bg-ink px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-paper">
      Most Popular
    </span>
  )
}

/** A badge on the upper edge of the viewer's own plan, opposite the one for the popular plan. */
export function OwnPlanBadge() {
  return (
    <span
      data-niche="education"
      className="absolute -top-3.5 right-7 inline-flex animate-fade items-center gap-1 rounded-full bg-niche-tint px-2.5 py-0.5 text-[0.8125rem] leading-normal font-semibold whitespace-nowrap text-niche-ink"
    >
      <Check aria-hidden className="size-3.5" />
      Your plan
    </span>
  )
}

interface PriceProps {
  price: string
  /** Shown beside the price: "/month". */
  per: string | undefined
  className: string
}

export function Price({ price, per, className }: PriceProps) {
  return (
    <p className={clsx('font-display font-bold tracking-tight tabular-nums', className)}>
      <span className="whitespace-nowrap">{price}</span>
      {per === undefined ? null : (
        <>
          <wbr />
          <span className="font-sans text-base font-normal tracking-normal text-ink-soft">{per}</span>
        </>
      )}
    </p>
  )
}

export function PlanFeatures({ lines, className }: { lines: readonly string[]; className: string }) {
  return (
    <ul className={clsx('grid content-start gap-2 text-[0.9375rem] leading-snug', className)}>
      {lines.map((line) => (
        <li key={line} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-ink" />
          {line}
        </li>
      ))}
    </ul>
  )
}

/** The number of minutes that one arch stands for. */
export const ARCH_MINUTES = priceOf('basic', 'monthly')?.minutes ?? 0

/** A plan's monthly minutes as a picture: an arch for every 250, or an open one when they are unlimited. */
export function MinuteArches({ planId }: { planId: PersonalPlanId }) {
  const minutes = priceOf(planId, 'monthly')?.minutes
  if (minutes === undefined) {
    return (
      <span aria-hidden className="flex h-9">
        <span className="w-full rounded-t-full rounded-b-[3px] border-2 border-dashed border-line-strong" />
      </span>
    )
  }
  return (
    <span aria-hidden className="flex h-9 gap-1 overflow-hidden">
      {CATALOGUE.slice(0, minutes / ARCH_MINUTES).map(({ id }) => (
        <span key={id} data-niche={id} className="w-6.5 min-w-0 rounded-t-full rounded-b-[3px] bg-niche-wall" />
      ))}
    </span>
  )
}
