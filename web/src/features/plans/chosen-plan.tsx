import { checkoutPath, dollars, PER_PERIOD, priceOf, type BillingPeriod, type PersonalPlanId } from '#contract/plans.ts'

/** Says what is chosen, and leads to its checkout again: the tab may have been closed, or the period changed since. */
export function ChosenPlan({ planId, period }: { planId: PersonalPlanId | null; period: BillingPeriod }) {
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
