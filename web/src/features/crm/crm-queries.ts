import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InferResponseType } from 'hono/client'
import { api } from '../../lib/api.ts'
import { FAILURES, notifyFailure } from './crm-notices.ts'
import { queryOf, type EmailsView, type SubscribersView } from './crm-view.ts'

export type SubscriberPage = InferResponseType<typeof api.api.crm.subscribers.$get, 200>
export type Subscriber = SubscriberPage['rows'][number]
export type EmailPage = InferResponseType<typeof api.api.crm.emails.$get, 200>
export type EmailRecord = EmailPage['rows'][number]

/** Under these the rows are kept; a change of a table makes all of its entries stale. */
export const KEYS = { subscribers: ['crm', 'subscribers'], emails: ['crm', 'emails'], stats: ['crm', 'stats'] } as const

const OPTIONS = { retry: false, placeholderData: keepPreviousData, gcTime: 5 * 60_000 }

export function useSubscribers(view: SubscribersView) {
  const query = { ...queryOf(view), ...(view.cursor === null ? {} : { cursor: view.cursor }) }
  const result = useQuery({
    queryKey: [...KEYS.subscribers, query],
    queryFn: async ({ signal }) => (await api.api.crm.subscribers.$get({ query }, { init: { signal } })).json(),
    ...OPTIONS,
  })
  useFailureNotice(result, FAILURES.fetchSubscribers)
  return result
}

export function useEmails(view: EmailsView) {
  const query = { ...queryOf(view), ...(view.cursor === null ? {} : { cursor: view.cursor }) }
  const result = useQuery({
    queryKey: [...KEYS.emails, query],
    queryFn: async ({ signal }) => (await api.api.crm.emails.$get({ query }, { init: { signal } })).json(),
    ...OPTIONS,
  })
  useFailureNotice(result, FAILURES.fetchEmails)
  return result
}

export function useStats() {
  return useQuery({
    queryKey: KEYS.stats,
    queryFn: async ({ signal }) => (await api.api.crm.stats.$get({}, { init: { signal } })).json(),
    ...OPTIONS,
  })
}

/** Once for each time that the rows could not be had; rows that are there stay. */
function useFailureNotice({ error, errorUpdatedAt }: { error: unknown; errorUpdatedAt: number }, title: string): void {
  useEffect(() => {
    if (error !== null && error !== undefined) notifyFailure(title, error)
    // The same failure again is another one.
  }, [error, errorUpdatedAt, title])
}
