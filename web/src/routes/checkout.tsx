import { useParams, type MetaFunction } from 'react-router'
import { findPrice } from '#contract/plans.ts'
import { CheckoutSheet } from '../features/plans/checkout-sheet.tsx'
import { privatePageMeta } from '../lib/page-meta.ts'
import { useShell } from './shell-context.ts'
import { ButtonLink } from '../ui/button.tsx'

export const meta: MetaFunction = () => privatePageMeta('Checkout')

export default function CheckoutRoute() {
  const shell = useShell()
  const price = findPrice(useParams()['priceId'] ?? '')
  return (
    <div className="mx-auto max-w-xl px-5 pt-10 sm:pt-16">
      {price === undefined ? <UnknownPlan /> : <CheckoutSheet price={price} onOpenCatalogue={shell.openCatalogue} />}
    </div>
  )
}

function UnknownPlan() {
  return (
    <div className="text-center">
      <h1 className="text-4xl">That plan does not exist</h1>
      <p className="mt-3 text-ink-soft">
        The address may be mistyped or out of date. Nothing was charged. The plans on offer are on the pricing page.
      </p>
      <ButtonLink to="/pricing" kind="primary" className="mt-6">
        See the plans
      </ButtonLink>
    </div>
  )
}
