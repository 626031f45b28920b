import type { FollowUpStatus } from '#contract/follow-up.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api, successBody } from '../../lib/api.ts'
import { problemOf } from '../../lib/api-fetch.ts'
import { KEYS, type EmailPage, type EmailRecord } from './crm-queries.ts'

const one = api.api.crm.emails[':id']

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
  const row = await successBody(one.$patch({ param: { id }, json: { version, ...change } }))
  client.setQueriesData<EmailPage>({ queryKey: KEYS.emails }, (page) =>
    page === undefined ? page : { ...page, rows: page.rows.map((old) => (old.id === row.id ? row : old)) },
  )
  void client.invalidateQueries({ queryKey: KEYS.emails })
  void client.invalidateQueries({ queryKey: KEYS.stats })
}

export function readEmail(id: string): Promise<EmailRecord> {
  return successBody(one.$get({ param: { id } }))
}

export function isChangedMeanwhile(error: unknown): boolean {
  return problemOf(error)?.code === 'changed-meanwhile'
}
