import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { successBody } from '../../lib/success-body.ts'
import { myBillingKey, useMyBilling } from './account-queries.ts'

/** Calls in other tabs and the team change the figures: they are read again for a while after each look at the page. */
const REFRESH_MS = 10_000
const WATCHED_MS = 2 * 60_000
/** For so long after the portal was opened, coming back to this tab may be coming back from there. */
const AT_PORTAL_MS = 60 * 60_000
/** Where the portal leads back to this page, it says when the site was left (server/src/features/billing/checkout.ts). */
const LEFT_PARAM = 'left'

/**
 * The viewer's plans, kept fresh without asking for ever: each return from the portal is told to the server once, which
 * reads there what changed. Until the rows are known to be newer they are read for two minutes at most.
 */
export function useWatchedBilling(viewerId: string) {
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const watchedUntilMs = useRef(0)
  const atPortalUntilMs = useRef(0)
  const query = useMyBilling(viewerId, () => (Date.now() < watchedUntilMs.current ? REFRESH_MS : false))

  const refresh = async (leftAt: string | undefined) => {
    try {
      const { billing, isNewer } = await successBody(api.api.billing.refresh.$post({ json: { leftAt } }))
      if (isNewer) watchedUntilMs.current = 0
      // A read that is under way may be older.
      await queryClient.cancelQueries({ queryKey: myBillingKey(viewerId) })
      queryClient.setQueryData(myBillingKey(viewerId), billing)
    } catch {
      // The figures on the page stay, and are read again later.
    }
  }

  const look = useEffectEvent(() => {
    watchedUntilMs.current = Date.now() + WATCHED_MS
    if (Date.now() < atPortalUntilMs.current) void refresh(query.data?.asOf)
    else void query.refetch()
  })
  const arrive = useEffectEvent((leftAt: string) => {
    setSearch({}, { replace: true })
    void refresh(leftAt)
  })
  const left = search.get(LEFT_PARAM)
  useEffect(() => {
    watchedUntilMs.current = Date.now() + WATCHED_MS
    if (left !== null) arrive(left)
    const onFocus = () => look()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [left])

  const onPortalOpened = () => {
    watchedUntilMs.current = Date.now() + WATCHED_MS
    atPortalUntilMs.current = Date.now() + AT_PORTAL_MS
    // Begins the reading again where it had come to rest.
    void query.refetch()
  }
  return { query, onPortalOpened }
}
