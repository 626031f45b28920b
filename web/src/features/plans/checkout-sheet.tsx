import { dollars, isBusinessPlan, PER_PERIOD, type PlanPrice } from '#contract/plans.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckout, type CheckoutStage } from './use-checkout.ts'

const WORDS: Record<Exclude<CheckoutStage['kind'], 'failed'>, { title: string; detail: string }> = {
  opening: {
    title: 'Opening the payment page…',
    detail: 'It opens in this tab. You are charged only after you confirm there.',
  },
  'has-plan': {
    title: 'You already have a plan like this',
    detail:
      'Nothing was charged. Change your current plan instead of paying for a second one: you will see the cost before you confirm.',
  },
  'to-claim': {
    title: 'You have already paid for a plan like this',
    detail:
      'It was paid for with your email address while you were not logged in. Nothing was charged this time. We have sent an email to that address: its link adds the plan to your account.',
  },
  off: {
    title: 'Payments are not available here yet',
    detail:
      'Nothing was charged and no plan was started. Your choice is in the address of this page, so you can keep it.',
  },
}

/** The chosen plan while its checkout page is being opened; if there is none, the reason and what to do instead. */
export function CheckoutSheet({ price, onOpenCatalogue }: { price: PlanPrice; onOpenCatalogue: () => void }) {
  const { planId, planName, period, cents, minutes } = price
  const { stage, isSlow, tryAgain, change, payAnyway } = useCheckout(price.id)
  const per = PER_PERIOD[period]
  const words = stage.kind === 'failed' ? stage : WORDS[stage.kind]
  const nextSteps: Record<CheckoutStage['kind'], ReactNode> = {
    opening: null,
    'has-plan': (
      <>
        <Button kind="primary" onClick={change}>
          Change my plan
        </Button>
        <ButtonLink to="/account">See your account</ButtonLink>
      </>
    ),
    'to-claim': (
      <>
        <ButtonLink to="/account" kind="primary">
          See your account
        </ButtonLink>
        <Button onClick={payAnyway}>Pay for another one</Button>
      </>
    ),
    failed: (
      <>
        <Button kind="primary" onClick={tryAgain}>
          Try again
        </Button>
        <AskAboutIt price={price} />
      </>
    ),
    off: (
      <>
        <Button kind="primary" onClick={onOpenCatalogue}>
          Talk for a minute, free
        </Button>
        <AskAboutIt price={price} />
      </>
    ),
  }
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
          {stage.kind === 'off' ? <Fact name="Due today" value="$0" /> : null}
        </dl>
      </div>
      <div className="min-h-52 border-t border-line bg-sunk px-6 py-6 sm:px-9">
        <div role="status">
          <h2 className="text-xl">{words.title}</h2>
          <p className="mt-2 text-ink-soft">{words.detail}</p>
          {isSlow ? (
            <p className="mt-3 text-ink-soft">
              The payment provider is slow to respond. Nothing has been charged; you can wait, or come back later.
            </p>
          ) : null}
        </div>
        <div className="mt-5 flex flex-wrap gap-3 empty:hidden">{nextSteps[stage.kind]}</div>
        <p className="mt-4 text-[0.9375rem]">
          <Link
            to={isBusinessPlan(planId) ? '/' : '/pricing'}
            className="inline-block py-1 font-semibold underline underline-offset-4"
          >
            {isBusinessPlan(planId) ? 'Back to Home' : 'Compare the plans again'}
          </Link>
        </p>
      </div>
    </article>
  )
}

function AskAboutIt({ price }: { price: PlanPrice }) {
  return (
    <ButtonLink to={`/contact?about=${isBusinessPlan(price.planId) ? 'business' : 'general'}`}>
      Write to us about it
    </ButtonLink>
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
