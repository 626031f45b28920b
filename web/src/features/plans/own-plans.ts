import { useEffect } from 'react'
import { readStored } from '../../lib/local-store.ts'
import { useStored } from '../../lib/use-stored.ts'

const NONE = { hasPlan: false, planIds: new Set<string>() }
/** Returning to the tab reads the plans again, but not at each switch between two windows. */
const FRESH_FOR_MS = 10_000

/** The viewer's current plans as last known; none for a visitor without an account. All tabs update at once. */
export function useOwnPlans(viewerId: string | null) {
  const stored = useStored('ownPlans')
  if (stored === null || stored.viewerId !== viewerId) return NONE
  return { hasPlan: stored.hasPlan, planIds: new Set(stored.planIds) }
}

/** Refreshes the viewer's plans while the site is open: on load, and on each return to the tab. */
export function useOwnPlansRefresh(viewerId: string | null): void {
  useEffect(() => {
    if (viewerId === null) return undefined
    // A failed request is ignored: the last known plans stay.
    const refresh = () => {
      import('./read-own-plans.ts').then(({ refreshOwnPlans }) => refreshOwnPlans(viewerId)).catch(() => undefined)
    }
    const refreshWhenDue = () => {
      const known = readStored('ownPlans')
      const isFresh = known?.viewerId === viewerId && Date.now() - known.readAtMs < FRESH_FOR_MS
      if (document.visibilityState === 'visible' && !isFresh) refresh()
    }
    refresh()
    document.addEventListener('visibilitychange', refreshWhenDue)
    window.addEventListener('focus', refreshWhenDue)
    return () => {
      document.removeEventListener('visibilitychange', refreshWhenDue)
      window.removeEventListener('focus', refreshWhenDue)
    }
  }, [viewerId])
}
