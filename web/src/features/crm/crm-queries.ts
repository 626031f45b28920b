import type { FollowUpStatus } from '#contract/follow-up.ts'
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { InferResponseType } from 'hono/client'
import { api, keyOf, reading, successBody, type Reading } from '../../lib/api.ts'
import { FAILURES, notifyFailure } from './crm-notices.ts'
import { queryOf, type CrmView, type EmailsView, type SubscribersView } from './crm-view.ts'

type SubscriberPage = InferResponseType<typeof api.api.crm.subscribers.$get, 200>
export type Subscriber = SubscriberPage['rows'][number]
type EmailPage = InferResponseType<typeof api.api.crm.emails.$get, 200>
export type EmailRecord = EmailPage['rows'][number]

const { subscribers, emails, stats } = api.api.crm

/** Query keys of the cached rows. A change of a table invalidates all entries under its key. */
export const KEYS = { subscribers: keyOf(subscribers), emails: keyOf(emails), stats: keyOf(stats) }

export function useSubscribers(view: SubscribersView) {
  return useRows(reading(subscribers, { query: pageQueryOf(view) }), FAILURES.fetchSubscribers)
}

export function useEmails(view: EmailsView) {
  return useRows(reading(emails, { query: pageQueryOf(view) }), FAILURES.fetchEmails)
}

function pageQueryOf(view: CrmView) {
  return { ...queryOf(view), cursor: view.cursor ?? undefined }
}

function useRows<Page>(reads: Reading<Page>, failure: string) {
  const result = useQuery({ ...reads, placeholderData: keepPreviousData })
  const { error, errorUpdatedAt } = result
  // Notifies once for each failed read; rows that are already shown stay.
  useEffect(() => {
    if (error !== null) notifyFailure(failure, error)
    // `errorUpdatedAt` makes a repetition of the same error count as a new one.
  }, [error, errorUpdatedAt, failure])
  return result
}

export function useStats() {
  return useQuery({ ...reading(stats, {}), placeholderData: keepPreviousData })
}

const email = emails[':id']

/**
 * Saves a change, and shows the record as it is then in all cached pages at once. Its new position is found by reading
 * the pages again.
 * @throws ApiProblem, with the code `changed-meanwhile` when the record has changed since it was read
 */
export async function saveEmail(
  client: QueryClient,
  { id, version }: EmailRecord,
  change: { followUpStatus: FollowUpStatus } | { notes: string },
): Promise<void> {
  const row = await successBody(email.$patch({ param: { id }, json: { version, ...change } }))
  client.setQueriesData<EmailPage>({ queryKey: KEYS.emails }, (page) =>
    page === undefined ? page : { ...page, rows: page.rows.map((old) => (old.id === row.id ? row : old)) },
  )
  void client.invalidateQueries({ queryKey: KEYS.emails })
  void client.invalidateQueries({ queryKey: KEYS.stats })
}

export function readEmail(id: string): Promise<EmailRecord> {
  return successBody(email.$get({ param: { id } }))
}
