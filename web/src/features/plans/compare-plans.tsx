import {
  centsPerMinute,
  PER_PERIOD,
  priceOf,
  PRICING_PLANS,
  UNLIMITED,
  type BillingPeriod,
  type PricingPlan,
} from '#contract/plans.ts'

const CELL = 'px-1.5 py-3.5 align-baseline first:pl-0 last:pr-0 max-[20.5rem]:wrap-anywhere min-[23rem]:px-3 sm:px-5'

/** A table that compares the plans, and the free account, by what distinguishes them. */
export function ComparePlans({ period }: { period: BillingPeriod }) {
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
