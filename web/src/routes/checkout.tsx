import { findPrice } from '#contract/plans.ts'
import { useParams, type MetaFunction } from 'react-router'
import { CheckoutSheet } from '../features/plans/checkout-sheet.tsx'
import { UnknownPlan } from '../features/plans/unknown-plan.tsx'
import { privatePageMeta } from '../lib/page-meta.ts'
import { useShell } from './shell-context.ts'

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
