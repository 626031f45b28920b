import { api, successBody } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

/** The state of opening a checkout. */
export type CheckoutStage =
  | { kind: 'opening' }
  /** The person already has such a plan; a change of it is made in the customer portal. */
  | { kind: 'has-plan' }
  /** A plan was bought with this address without an account, and is not yet claimed by the link in its mail. */
  | { kind: 'to-claim' }
  /** This deployment accepts no payments. */
  | { kind: 'off' }
  | { kind: 'failed'; title: string; detail: string }

/** Finds the page where a plan is bought. `portal`: the person has such a plan already, and changes it there. */
export async function findCheckout(priceId: string, anyway: boolean): Promise<{ url: string; isPortal: boolean }> {
  const { url, leadsTo } = await successBody(
    api.api.billing.checkout.$post({ json: { priceId, anyway, ...ownVisit() } }),
  )
  return { url, isPortal: leadsTo === 'portal' }
}

/** For visitors without an account: the same visit id in two tabs leads to the same checkout. */
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
