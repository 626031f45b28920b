// `node e2e/support/fill-sandbox.ts <data folder>`: buys subscriptions in the payment sandbox of a stopped server, and
// prints how many.
import { strict as assert } from 'node:assert'
import { eq } from 'drizzle-orm'
import { createDice } from '../../scripts/seed/dice.ts'
import { makePeople } from '../../scripts/seed/people.ts'
import { createSeedServer } from '../../scripts/seed/seed-server.ts'
import { seedSubscriptions } from '../../scripts/seed/subscriptions.ts'
import { readEnv } from '../../server/src/config/env.ts'
import type { Database } from '../../server/src/infra/db/client.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { settledUse } from '../../server/test/settled-use.ts'

const PEOPLE = 8
const SHARES_USED = [1.1, 0.9] as const

/** Makes one active subscriber exceed the plan's minutes, and another use nine tenths of them. */
async function useUp(db: Database): Promise<void> {
  const active = await db.select().from(subscribers).where(eq(subscribers.subscriptionStatus, 'active'))
  assert(active.length >= SHARES_USED.length, 'There are too few active subscribers.')
  await db.insert(usageLedger).values(
    SHARES_USED.flatMap((share, index) => {
      const row = active[index]
      if (!row) return []
      const usedMs = Math.round(row.monthlyLimitMinutes * 60_000 * share)
      return settledUse(row, { callId: `call_${index}`, usedMs })
    }),
  )
}

const server = await createSeedServer(readEnv({ NODE_ENV: 'test', DATA_DIR: process.argv[2] }))
const now = new Date()
// With the random seed 7, some of these subscriptions are active and some canceled.
const count = await seedSubscriptions(server, makePeople(PEOPLE, createDice(1), now), createDice(7), now)
await useUp(server.db)
await server.close()
process.stdout.write(String(count))
