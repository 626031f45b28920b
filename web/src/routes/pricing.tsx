import { PRICING_PLANS, STARTING_PRICE } from '#contract/plans.ts'
import { Link, type MetaFunction } from 'react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useSession } from '../features/account/sign-in/use-session.ts'
import { LeftCheckout } from '../features/plans/left-checkout.tsx'
import { PricingPlans } from '../features/plans/pricing-plans.tsx'
import { PricingQuestions } from '../features/plans/pricing-questions.tsx'
import { TryFirst } from '../features/plans/try-first.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import { planOffers } from '../lib/plan-offers.ts'
import { WakeWhenReached } from '../ui/wake-when-reached.tsx'
import { useShell } from './shell-context.ts'

export const meta: MetaFunction = () => [
  ...pageMeta({
    title: 'Plans & Pricing · Voxhall',
    description: `Talk with sixteen AI assistants from ${STARTING_PRICE} a month. Start with a free trial without a card, and upgrade anytime.`,
    path: '/pricing',
    picture: { path: '/share/pricing.png', alt: 'Voxhall plans and pricing, with assistants in arched niches.' },
  }),
  planOffers(PRICING_PLANS),
]

export default function PricingRoute() {
  const shell = useShell()
  const { user } = useSession()
  return (
    <div className="mx-auto max-w-page px-5 pt-8 sm:px-8 sm:pt-12">
      <Link
        to="/"
        className="inline-flex min-h-9 max-sm:min-h-11 items-center gap-1.5 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Back to Home
      </Link>
      <h1 className="mt-4 text-5xl sm:text-6xl">Plans & Pricing</h1>
      <p className="mt-3 text-lg text-ink-soft">Start with our free trial and upgrade anytime.</p>
      <LeftCheckout />
      <PricingPlans viewerId={user?.id ?? null} />
      <WakeWhenReached anchor="pricing-questions">
        <PricingQuestions />
      </WakeWhenReached>
      <WakeWhenReached anchor="try-first">
        <TryFirst onOpenCatalogue={shell.openCatalogue} />
      </WakeWhenReached>
    </div>
  )
}
