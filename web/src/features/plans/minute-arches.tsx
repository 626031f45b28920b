import { CATALOGUE } from '#contract/catalogue.ts'
import { priceOf, type PersonalPlanId } from '#contract/plans.ts'

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
