import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InferResponseType } from 'hono/client'
import { api } from '../../lib/api.ts'
import { FAILURES, notifyFailure } from './crm-notices.ts'
import { queryOf, type CrmView, type EmailsView, type SubscribersView } from './crm-view.ts'

type SubscriberPage = InferResponseType<typeof api.api.crm.subscribers.$get, 200>
export type Subscriber = SubscriberPage['rows'][number]
export type EmailPage = InferResponseType<typeof api.api.crm.emails.$get, 200>
export type EmailRecord = EmailPage['rows'][number]

/** Query keys of the cached rows. A change of a table invalidates all entries under its key. */
export const KEYS = { subscribers: ['crm', 'subscribers'], emails: ['crm', 'emails'], stats: ['crm', 'stats'] } as const

type Ask<Page> = (
  asked: { query: Record<string, string> },
  options: { init: RequestInit },
) => Promise<{ json: () => Promise<Page> }>

export function useSubscribers(view: SubscribersView) {
  return useRows<SubscriberPage>(KEYS.subscribers, view, api.api.crm.subscribers.$get, FAILURES.fetchSubscribers)
}

export function useEmails(view: EmailsView) {
  return useRows<EmailPage>(KEYS.emails, view, api.api.crm.emails.$get, FAILURES.fetchEmails)
}

function useRows<Page>(key: readonly string[], view: CrmView, ask: Ask<Page>, failure: string) {
  const query = { ...queryOf(view), ...(view.cursor === null ? {} : { cursor: view.cursor }) }
  const result = useQuery({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => (await ask({ query }, { init: { signal } })).json(),
    placeholderData: keepPreviousData,
  })
  const { error, errorUpdatedAt } = result
  // Notifies once for each failed read; rows that are already shown stay.
  useEffect(() => {
    if (error !== null) notifyFailure(failure, error)
    // `errorUpdatedAt` makes a repetition of the same error count as a new one.
  }, [error, errorUpdatedAt, failure])
  return result
}

export function useStats() {
  return useQuery({
    queryKey: KEYS.stats,
    queryFn: async ({ signal }) => (await api.api.crm.stats.$get({}, { init: { signal } })).json(),
    placeholderData: keepPreviousData,
  })
}
