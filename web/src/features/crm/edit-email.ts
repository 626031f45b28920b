import type { FollowUpStatus } from '#contract/follow-up.ts'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { problemOf } from '../../lib/api-fetch.ts'
import { KEYS, type EmailPage, type EmailRecord } from './crm-queries.ts'

/**
 * Both functions throw `ApiProblem`, with the code `changed-meanwhile` when the record has changed since it was read.
 */
export async function saveFollowUp(
  client: QueryClient,
  { id, version }: EmailRecord,
  followUpStatus: FollowUpStatus,
): Promise<void> {
  const response = await api.api.crm.emails[':id'].$patch({ param: { id }, json: { version, followUpStatus } })
  showEverywhere(client, await rowIn(response))
}

export async function saveNotes(client: QueryClient, { id, version }: EmailRecord, notes: string): Promise<void> {
  const response = await api.api.crm.emails[':id'].$patch({ param: { id }, json: { version, notes } })
  showEverywhere(client, await rowIn(response))
}

export async function readEmail(id: string): Promise<EmailRecord> {
  return rowIn(await api.api.crm.emails[':id'].$get({ param: { id } }))
}

/** Only for successful responses; errors were thrown before. */
async function rowIn(response: { json(): Promise<unknown> }): Promise<EmailRecord> {
  return (await response.json()) as EmailRecord
}

export function isChangedMeanwhile(error: unknown): boolean {
  return problemOf(error)?.code === 'changed-meanwhile'
}

/** Updates the row in all cached pages at once. Its new position is found by reading the pages again. */
function showEverywhere(client: QueryClient, row: EmailRecord): void {
  client.setQueriesData<EmailPage>({ queryKey: KEYS.emails }, (page) =>
    page === undefined ? page : { ...page, rows: page.rows.map((old) => (old.id === row.id ? row : old)) },
  )
  void client.invalidateQueries({ queryKey: KEYS.emails })
  void client.invalidateQueries({ queryKey: KEYS.stats })
}
