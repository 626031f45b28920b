import type { BrowserContext, Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { openDatabase } from '../../server/src/infra/db/client.ts'
import { emailCrm } from '../../server/src/infra/db/schema/email-crm.ts'
import { subscribers } from '../../server/src/infra/db/schema/subscribers.ts'
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

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** A formula that an attacker might enter in a form, hoping that the team's spreadsheet runs it. */
const FORMULA = '=HYPERLINK("https://evil.example","Open")'
const LISTED_STATUSES = ['active', 'canceled', 'past_due', 'unpaid', 'incomplete', 'paused'] as const

/** Fills the data folder of a stopped server with one subscriber for each status and with follow-ups. */
export async function fillCrm(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  const now = Date.now()
  await database.db.insert(subscribers).values(
    LISTED_STATUSES.map((status, index) => ({
      id: `e2e-${status}`,
      email: `${status.replace('_', '-')}@example.com`,
      stripeCustomerId: `cus_${status}`,
      stripeSubscriptionId: `sub_${status}`,
      subscriptionStatus: status,
      // The payment sandbox does not know these subscriptions. A sync leaves them unchanged because they have ended
      // there.
      providerStatus: 'canceled' as const,
      subscriptionTier: ['Basic', 'Premium', 'Enterprise', 'Custom'][index % 4] ?? 'Basic',
      monthlyRevenueCents: [999, 1_999, 9_999, 0][index % 4] ?? 0,
      monthlyLimitMinutes: [250, 500, 2_000, 0][index % 4] ?? 0,
      // The third has used nine tenths of its plan; the last two have used more than theirs, but no limit applies after
      // the end.
      currentUsageMs: ([125, 250, 1_800, 12, 251, 600][index] ?? 0) * MINUTE_MS,
      limitExceeded: false,
      subscriptionStart: new Date(now - index * DAY_MS),
      periodStart: new Date(now - DAY_MS),
      periodEnd: new Date(now + 29 * DAY_MS),
      createdAt: new Date(now - index * DAY_MS),
    })),
  )
  await database.db.insert(emailCrm).values(
    Array.from({ length: 60 }, (_, index) => ({
      id: `e2e-${index}`,
      email: `person${String(index).padStart(2, '0')}@example.com`,
      displayName: index === 3 ? null : `Person ${index}`,
      signupDate: new Date(now - (index + 1) * DAY_MS),
      followUpStatus: ['pending', 'contacted', 'completed', 'something else'][index % 4] ?? 'pending',
      lastContactDate: index % 4 === 1 ? new Date(now - DAY_MS) : null,
      notes: ['Prefers e-mail.\n<b>not bold</b>', FORMULA][index] ?? '',
    })),
  )
  await database.close()
}

/** The table row or card of a person. */
export function rowOf(page: Page, email: string): Locator {
  return page.getByRole('row').filter({ hasText: email })
}

export function toast(page: Page, text: string): Locator {
  return page.locator('[data-sonner-toast]').filter({ hasText: text }).first()
}
