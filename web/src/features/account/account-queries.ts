import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { successBody } from '../../lib/success-body.ts'

/** `viewerId` keeps two people of one browser apart. */
export const myBillingKey = (viewerId: string) => ['my-billing', viewerId]

/** @param refetchInterval in milliseconds, and only while the page is in sight; false: when the tab is looked at again */
export function useMyBilling(viewerId: string, refetchInterval: () => number | false = () => false) {
  return useQuery({
    queryKey: myBillingKey(viewerId),
    queryFn: ({ signal }) => successBody(api.api.billing.me.$get({}, { init: { signal } })),
    refetchInterval,
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
