import type { MySubscription } from '#contract/billing.ts'
import { findPrice } from '#contract/plans.ts'
import { api } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

/** Asks the server, and tells every tab. @throws ApiProblem */
export async function refreshOwnPlans(viewerId: string): Promise<void> {
  const response = await api.api.billing.me.$get({})
  keepOwnPlans(viewerId, (await response.json()).subscriptions)
}

/** What the server has said, kept for every tab. */
export function keepOwnPlans(viewerId: string, subscriptions: readonly MySubscription[]): void {
  // The person may have logged out, or in as another, while the question was under way.
  if (readStored('session')?.user.id !== viewerId) return
  const usable = subscriptions.filter(({ isUsable }) => isUsable)
  const planIds = usable.flatMap(({ priceId }) => findPrice(priceId ?? '')?.planId ?? [])
  writeStored('ownPlans', {
    viewerId,
    hasPlan: usable.length > 0,
    planIds: [...new Set(planIds)],
    readAtMs: Date.now(),
  })
}
