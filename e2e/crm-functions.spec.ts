import { rmSync } from 'node:fs'
import { createDice } from '../scripts/seed/dice.ts'
import { makePeople } from '../scripts/seed/people.ts'
import { createSeedServer } from '../scripts/seed/seed-server.ts'
import { seedSubscriptions } from '../scripts/seed/subscriptions.ts'
import { eq } from 'drizzle-orm'
import { readEnv } from '../server/src/config/env.ts'
import type { Database } from '../server/src/infra/db/client.ts'
import { subscribers, usageLedger } from '../server/src/infra/db/schema/subscribers.ts'
import { makeDataDir } from './support/prepared-data.ts'
import { startServer } from './support/server.ts'
import { enterTeam, teamContext, toast } from './support/team.ts'
import { expect, test } from './support/test.ts'

const PEOPLE = 8
const SHARES_USED = [1.1, 0.9] as const

/** Subscriptions that were bought in the payment sandbox of this folder. @returns how many */
async function fillSandbox(dataDir: string): Promise<number> {
  const server = await createSeedServer(readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir }))
  const now = new Date()
  // The seventh set of eight has active and canceled ones in it.
  const count = await seedSubscriptions(server, makePeople(PEOPLE, createDice(1), now), createDice(7), now)
  await useUp(server.db)
  await server.close()
  return count
}

/** One active subscriber has talked for longer than the plan has, another for nine tenths of it. */
async function useUp(db: Database): Promise<void> {
  const active = await db.select().from(subscribers).where(eq(subscribers.subscriptionStatus, 'active'))
  expect(active.length).toBeGreaterThanOrEqual(SHARES_USED.length)
  await db.insert(usageLedger).values(
    SHARES_USED.flatMap((share, index) => {
      const row = active[index]
      if (!row) return []
      const usedMs = Math.round(row.monthlyLimitMinutes * 60_000 * share)
      return {
        callId: `call_${index}`,
        subscriberId: row.id,
        periodStart: row.periodStart,
        reservedMs: usedMs,
        ranMs: usedMs,
        usedMs,
        settledAt: new Date(),
      }
    }),
  )
}

test('the team syncs, checks limits, cancels, reactivates and opens the portal', async ({ page }) => {
  const dataDir = makeDataDir()
  const count = await fillSandbox(dataDir)
  const server = await startServer({ dataDir })
  try {
    await teamContext(page.context(), await enterTeam(server.url))
    await page.goto(`${server.url}/crm?status=active&sort=email&order=asc`)
    const email = await page.getByRole('rowheader').first().innerText()

    await page.getByRole('button', { name: 'Sync from Stripe' }).click()
    await expect(toast(page, `Synced ${count} subscriptions from Stripe`)).toBeVisible()
    await page.getByRole('button', { name: 'Check Usage Limits' }).click()
    await expect(toast(page, 'Usage Check Complete')).toContainText('Found 2 alerts (1 exceeded limits)')
    await expect(page.getByRole('table').getByText('Limit exceeded')).toHaveCount(1)
    await expect(page.getByLabel('Subscription figures')).toContainText('Usage Limit Exceeded1')

    await page.goto(`${server.url}/crm?q=${encodeURIComponent(email)}`)
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await expect(toast(page, 'Subscription cancel completed')).toBeVisible()
    await expect(row).toContainText('Canceled')
    await row.getByRole('button', { name: 'Reactivate' }).click()
    await expect(toast(page, 'Subscription reactivate completed')).toBeVisible()
    await expect(row).toContainText('Active')

    const opened = page.context().waitForEvent('page')
    await row.getByRole('button', { name: 'Customer portal' }).click()
    const portal = await opened
    await expect(portal).toHaveURL(/\/sandbox\/stripe\//)
    await expect(portal.getByText(email).first()).toBeVisible()
    expect(await portal.evaluate(() => window.opener === null)).toBe(true)
    await portal.close()
  } finally {
    await page.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
