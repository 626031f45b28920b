import { dollars, isBusinessPlan, PER_PERIOD, type PlanPrice } from '#contract/plans.ts'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'

interface CheckoutSheetProps {
  price: PlanPrice
  onOpenCatalogue: () => void
}

/** What was chosen, and that this server cannot take money for it: with nothing charged, and ways on. */
export function CheckoutSheet({ price, onOpenCatalogue }: CheckoutSheetProps) {
  const { planId, planName, period, cents, minutes } = price
  const per = PER_PERIOD[period]
  return (
    <article className="overflow-hidden rounded-[28px] border border-line bg-raised shadow-raised">
      <div className="px-6 pt-7 pb-6 sm:px-9 sm:pt-9">
        <p className="text-ink-soft">You chose</p>
        <h1 className="mt-1 text-4xl sm:text-5xl">{planName}</h1>
        <dl className="mt-6 grid gap-3 border-t border-line pt-5">
          <Fact
            name={period === 'annual' ? 'Billed once a year' : 'Billed every month'}
            value={`${dollars(cents)} ${per}`}
          />
          <Fact name="Minutes of talking" value={`${minutes} ${per}`} />
          <Fact name="To pay today" value="$0" />
        </dl>
      </div>
      <div className="border-t border-line bg-sunk px-6 py-6 sm:px-9">
        <h2 className="text-xl">This server does not take payments yet</h2>
        <p className="mt-2 text-ink-soft">
          Nothing was charged and no plan was started. Your choice is in the address of this page, so you can keep it.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button kind="primary" onClick={onOpenCatalogue}>
            Talk for a minute, free
          </Button>
          <Link to={`/contact?about=${isBusinessPlan(planId) ? 'business' : 'general'}`} className={buttonClass()}>
            Write to us about it
          </Link>
        </div>
        <p className="mt-4 text-[0.9375rem]">
          <Link to="/pricing" className="inline-block py-1 font-semibold underline underline-offset-4">
            Compare the plans again
          </Link>
        </p>
      </div>
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-display text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  )
}
