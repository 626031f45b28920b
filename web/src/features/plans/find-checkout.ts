import { api } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import { successBody } from '../../lib/success-body.ts'

/** What becomes of the wish to pay for a plan. */
export type CheckoutStage =
  | { kind: 'opening' }
  /** You already have a plan like this; its change is paid elsewhere. */
  | { kind: 'has-plan' }
  /** One was paid with this address without an account, and waits for the link in its mail. */
  | { kind: 'to-claim' }
  /** Payments are not available here. */
  | { kind: 'off' }
  | { kind: 'failed'; title: string; detail: string }

/** Where a plan is paid. `portal`: the person has such a plan, and that is where it is changed. */
export async function findCheckout(priceId: string, anyway: boolean): Promise<{ url: string; isPortal: boolean }> {
  const { url, leadsTo } = await successBody(
    api.api.billing.checkout.$post({ json: { priceId, anyway, ...ownVisit() } }),
  )
  return { url, isPortal: leadsTo === 'portal' }
}

/** Two tabs of a visitor without an account name the same visit, and are led to one checkout. */
function ownVisit(): { visit?: string } {
  if (readStored('session') !== null) return {}
  const visit = readStored('checkoutVisit') ?? crypto.randomUUID()
  writeStored('checkoutVisit', visit)
  return { visit }
}

export function stageOfFailure(error: unknown): CheckoutStage {
  if (!(error instanceof ApiProblem)) {
    return {
      kind: 'failed',
      title: 'The payment page could not be opened',
      detail: 'Nothing was charged. Please try again.',
    }
  }
  if (error.code === 'payments-off') return { kind: 'off' }
  if (error.code === 'plan-to-claim') return { kind: 'to-claim' }
  if (error.code === 'already-subscribed') return { kind: 'has-plan' }
  return { kind: 'failed', title: error.title, detail: error.detail }
}
