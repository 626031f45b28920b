import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api, reading, successBody } from '../../lib/api.ts'
import { replaceRead } from '../../ui/queries.tsx'

export const MY_BILLING = reading(api.api.billing.me, {})

/**
 * Calls in other tabs and actions of the team change the figures, so they are polled for a while whenever the person
 * returns to the page.
 */
const REFRESH_MS = 10_000
const WATCHED_MS = 2 * 60_000
/** For this long after opening the portal, a return to the tab is treated as a return from the portal. */
const AT_PORTAL_MS = 60 * 60_000
/**
 * The query parameter by which the portal's return link says when the site was left
 * (server/src/features/billing/checkout.ts).
 */
const LEFT_PARAM = 'left'

/**
 * The viewer's plans, kept up to date without polling forever. On each return from the portal the server is asked once
 * to read the changes from the provider. Until it confirms newer data, the plans are polled for two minutes at most.
 */
export function useWatchedBilling() {
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const watchedUntilMs = useRef(0)
  const atPortalUntilMs = useRef(0)
  const query = useQuery({
    ...MY_BILLING,
    refetchInterval: () => (Date.now() < watchedUntilMs.current ? REFRESH_MS : false),
  })

  const refresh = async (leftAt: string | undefined) => {
    try {
      const { billing, isNewer } = await successBody(api.api.billing.refresh.$post({ json: { leftAt } }))
      if (isNewer) watchedUntilMs.current = 0
      // Null for a person whose session has ended.
      if (billing !== null) await replaceRead(queryClient, MY_BILLING, billing)
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
    // Restarts the polling if it had stopped.
    void query.refetch()
  }
  return { query, onPortalOpened }
}
