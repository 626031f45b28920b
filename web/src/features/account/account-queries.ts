import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { successBody } from '../../lib/success-body.ts'

/** `viewerId` separates the cached data of people who share a browser. */
export const myBillingKey = (viewerId: string) => ['my-billing', viewerId]

/**
 * @param refetchInterval in milliseconds, while the page is visible; false: read again only when the tab gets the focus
 */
export function useMyBilling(viewerId: string, refetchInterval: () => number | false = () => false) {
  return useQuery({
    queryKey: myBillingKey(viewerId),
    queryFn: ({ signal }) => successBody(api.api.billing.me.$get({}, { init: { signal } })),
    refetchInterval,
  })
}

/**
 * The key holds the state of the plans, so invoices are read again after a renewal, a change of plan or a first
 * payment.
 */
export function useInvoices(viewerId: string) {
  const billing = useMyBilling(viewerId)
  const plans = billing.data?.subscriptions ?? []
  const state = plans.map(({ id, priceId, status, periodStart }) => [id, priceId, status, periodStart])
  return useQuery({
    queryKey: ['my-invoices', viewerId, state],
    queryFn: ({ signal }) => successBody(api.api.billing.invoices.$get({}, { init: { signal } })),
    placeholderData: keepPreviousData,
    enabled: !billing.isPending,
  })
}
