import type { BrowserContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { LOCAL_TEAM_ACCESS_CODE } from '../../server/src/config/env.ts'
import { STORED, type Stored } from '../../web/src/lib/storage-keys.ts'
import { post, store } from './accounts.ts'

export type TeamToken = Stored<'teamToken'>

/** Enters the team's area through the HTTP API. */
export async function enterTeam(serverUrl: string): Promise<TeamToken> {
  const response = await post(serverUrl, '/api/team/access', { code: LOCAL_TEAM_ACCESS_CODE })
  return z.object({ token: z.string(), expiresAt: z.string() }).parse(await response.json())
}

/** Gives the context the team's access at a site. */
export async function teamContext(context: BrowserContext, siteUrl: string, token: TeamToken): Promise<void> {
  const entries = { [STORED.teamToken.key]: JSON.stringify(token), [STORED.teamAccess.key]: 'true' }
  await store(context, siteUrl, entries)
}

const recordSchema = z.looseObject({ id: z.string(), email: z.string(), version: z.string(), notes: z.string() })

/** Changes records through the HTTP API, as another member of the team would. */
export function colleague(serverUrl: string, { token }: TeamToken) {
  const headers = { 'content-type': 'application/json', 'voxhall-team': token, origin: serverUrl }
  return {
    async find(email: string) {
      const query = new URLSearchParams({ q: email })
      const response = await fetch(`${serverUrl}/api/crm/emails?${query.toString()}`, { headers })
      const { rows } = z.object({ rows: z.array(recordSchema) }).parse(await response.json())
      const record = rows.find((row) => row.email === email)
      if (!record) throw new Error(`there is no record of ${email}`)
      return record
    },
    async edit(email: string, change: { notes: string } | { followUpStatus: string }): Promise<void> {
      const { id, version } = await this.find(email)
      const response = await fetch(`${serverUrl}/api/crm/emails/${id}`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ version, ...change }),
      })
      if (!response.ok) throw new Error(`the edit was answered ${response.status}`)
    },
  }
}

/** The table row or card of a person. */
export function rowOf(page: Page, email: string): Locator {
  return page.getByRole('row').filter({ hasText: email })
}

/**
 * Expects a text within a second; half a second more is slack for a busy machine. `waitFor` looks every 100 ms, where
 * `expect` looks for the last time after 850 ms.
 */
export async function seeAtOnce(where: Locator, hasText: string | RegExp): Promise<void> {
  await where.filter({ hasText }).waitFor({ timeout: 1_500 })
}

export function toast(page: Page, text: string): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: text }).first()
}
