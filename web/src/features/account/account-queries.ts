import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { successBody } from '../../lib/success-body.ts'

/** Calls and the portal, in other tabs, change what is shown; only asked while the page is in sight. */
const REFRESH_MS = 10_000
/** For somebody who is on the portal in another tab, and looks over to here. */
const CLOSE_REFRESH_MS = 2_000

/**
 * `viewerId` keeps two people of one browser apart. Read again whenever somebody comes back to the tab. `isClose`: changes
 * are to be expected.
 */
export function useMyBilling(viewerId: string, { isClose = false } = {}) {
  return useQuery({
    queryKey: ['my-billing', viewerId],
    queryFn: ({ signal }) => successBody(api.api.billing.me.$get({ query: {} }, { init: { signal } })),
    refetchInterval: isClose ? CLOSE_REFRESH_MS : REFRESH_MS,
    retry: false,
  })
}

/** Read again when the plans change: a renewal, another plan and a first payment each bring an invoice. */
export function useInvoices(viewerId: string) {
  const billing = useMyBilling(viewerId)
  const plans = billing.data?.subscriptions ?? []
  const state = plans.map(({ id, priceId, status, periodStart }) => [id, priceId, status, periodStart])
  return useQuery({
    queryKey: ['my-invoices', viewerId, state],
    queryFn: ({ signal }) => successBody(api.api.billing.invoices.$get({}, { init: { signal } })),
    placeholderData: keepPreviousData,
    enabled: !billing.isPending,
    retry: false,
  })
}
