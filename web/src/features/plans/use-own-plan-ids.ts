import { findPrice, type PlanId } from '#contract/plans.ts'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'

const NONE: ReadonlySet<PlanId> = new Set()

/** The plans that somebody has now. Empty until they are known, and when they can't be had: nothing hangs on them. */
export function useOwnPlanIds(viewerId: string | null): ReadonlySet<PlanId> {
  const [known, setKnown] = useState<{ viewerId: string; planIds: ReadonlySet<PlanId> } | null>(null)

  useEffect(() => {
    if (viewerId === null) return
    const abort = new AbortController()
    readOwnPlanIds(abort.signal).then(
      (planIds) => setKnown({ viewerId, planIds }),
      () => undefined,
    )
    return () => abort.abort()
  }, [viewerId])

  return known !== null && known.viewerId === viewerId ? known.planIds : NONE
}

async function readOwnPlanIds(signal: AbortSignal): Promise<ReadonlySet<PlanId>> {
  const response = await api.api.billing.me.$get({ query: {} }, { init: { signal } })
  const { subscriptions } = await response.json()
  const prices = subscriptions.filter(({ isUsable }) => isUsable).map(({ priceId }) => findPrice(priceId ?? ''))
  return new Set(prices.flatMap((price) => (price === undefined ? [] : [price.planId])))
}
