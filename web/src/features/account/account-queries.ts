import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'
import { successBody } from '../../lib/success-body.ts'

/** Calls and the portal, in other tabs, change what is shown; only asked while the page is in sight. */
const REFRESH_MS = 10_000

/** `viewerId` keeps two people of one browser apart. Read again whenever somebody comes back to the tab. */
export function useMyBilling(viewerId: string) {
  return useQuery({
    queryKey: ['my-billing', viewerId],
    queryFn: ({ signal }) => successBody(api.api.billing.me.$get({ query: {} }, { init: { signal } })),
    refetchInterval: REFRESH_MS,
    retry: false,
  })
}

export function useInvoices(viewerId: string) {
  return useQuery({
    queryKey: ['my-invoices', viewerId],
    queryFn: ({ signal }) => successBody(api.api.billing.invoices.$get({}, { init: { signal } })),
    retry: false,
  })
}

/** A failure in words: the server's where it gave some. */
export function wordsOf(error: unknown, otherwise: string): string {
  return error instanceof ApiProblem ? `${error.title}. ${error.detail}` : otherwise
}
