import { rmSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { createDice } from '../../scripts/seed/dice.ts'
import { makePeople } from '../../scripts/seed/people.ts'
import { createSeedServer } from '../../scripts/seed/seed-server.ts'
import { seedSubscriptions } from '../../scripts/seed/subscriptions.ts'
import { readEnv } from '../../server/src/config/env.ts'
import type { Database } from '../../server/src/infra/db/client.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { settledUse } from '../../server/test/settled-use.ts'
import { makeDataDir } from './prepared-data.ts'
import { startServer, type RunningServer } from './server.ts'
import { expect, test as base } from './test.ts'

const PEOPLE = 8
const SHARES_USED = [1.1, 0.9] as const

type Subscribed = { server: RunningServer; subscriptionCount: number }

/** Runs on a server whose subscriptions were bought in its payment sandbox. */
export const test = base.extend<{ subscriptionCount: number }, { subscribed: Subscribed; server: RunningServer }>({
  subscribed: [
    async ({}, use) => {
      const dataDir = makeDataDir()
      const subscriptionCount = await fillSandbox(dataDir)
      const server = await startServer({ dataDir })
      await use({ server, subscriptionCount })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [({ subscribed }, use) => use(subscribed.server), { scope: 'worker' }],
  subscriptionCount: ({ subscribed }, use) => use(subscribed.subscriptionCount),
})

/**
 * Buys subscriptions in the payment sandbox of this data folder.
 * @returns how many
 */
async function fillSandbox(dataDir: string): Promise<number> {
  const server = await createSeedServer(readEnv({ NODE_ENV: 'test', DATA_DIR: dataDir }))
  const now = new Date()
  // With the random seed 7, some of these subscriptions are active and some canceled.
  const count = await seedSubscriptions(server, makePeople(PEOPLE, createDice(1), now), createDice(7), now)
  await useUp(server.db)
  await server.close()
  return count
}

/** Makes one active subscriber exceed the plan's minutes, and another use nine tenths of them. */
async function useUp(db: Database): Promise<void> {
  const active = await db.select().from(subscribers).where(eq(subscribers.subscriptionStatus, 'active'))
  expect(active.length).toBeGreaterThanOrEqual(SHARES_USED.length)
  await db.insert(usageLedger).values(
    SHARES_USED.flatMap((share, index) => {
      const row = active[index]
      if (!row) return []
      const usedMs = Math.round(row.monthlyLimitMinutes * 60_000 * share)
      return settledUse(row, { callId: `call_${index}`, usedMs })
    }),
  )
}
