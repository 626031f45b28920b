import type { MySubscription } from '#contract/billing.ts'
import { findPrice } from '#contract/plans.ts'
import { api } from '../../lib/api.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'

/**
 * Reads the viewer's plans from the server and shares them with all tabs.
 * @throws ApiProblem
 */
export async function refreshOwnPlans(viewerId: string): Promise<void> {
  const response = await api.api.billing.me.$get({})
  keepOwnPlans(viewerId, (await response.json()).subscriptions)
}

/** Stores the plans from a server's answer for all tabs. */
export function keepOwnPlans(viewerId: string, subscriptions: readonly MySubscription[]): void {
  // Meanwhile the person may have logged out or signed in with another account.
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
