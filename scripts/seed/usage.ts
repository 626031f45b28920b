import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../server/src/infra/db/client.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { CATALOGUE_DEFINITIONS } from '../../server/src/features/assistants/catalogue/all.ts'
import { refreshUsage } from '../../server/src/features/billing/usage-sums.ts'
import { pastCall, type PastCall } from './calls.ts'
import type { Dice } from './dice.ts'
import type { Person } from './people.ts'

const MINUTE_MS = 60_000
const MAX_CALLS = 60

/**
 * Records what subscribers have used in their current periods, up to all of their minutes, as entries in the ledger.
 */
export async function seedUsage(
  db: Database,
  people: readonly Person[],
  dice: Dice,
  now: Date,
  store: (calls: readonly PastCall[]) => Promise<void>,
): Promise<void> {
  const emails = people.map(({ email }) => email)
  const rows = await db.select().from(subscribers).where(inArray(subscribers.email, emails)).orderBy(subscribers.email)
  for (const row of rows) {
    if (row.userId === null || row.monthlyLimitMinutes === 0 || row.providerStatus === 'incomplete') continue
    const share = dice.chance(0.07) ? 1 : dice.next() ** 1.4
    const wantedMs = Math.min(row.monthlyLimitMinutes, 900) * MINUTE_MS * share
    const untilMs = Math.min(now.getTime(), row.periodEnd.getTime())
    const periodMs = untilMs - row.periodStart.getTime()
    if (periodMs <= 0) continue
    const calls: PastCall[] = []
    let usedMs = 0
    while (usedMs < wantedMs && calls.length < MAX_CALLS) {
      const isLast = calls.length === MAX_CALLS - 1
      const durationMs = isLast ? wantedMs - usedMs : dice.between(2, 24) * MINUTE_MS - dice.between(0, 59_000)
      const heldMs = Math.round(Math.min(durationMs, row.monthlyLimitMinutes * MINUTE_MS - usedMs))
      if (heldMs <= 0) break
      const at = new Date(row.periodStart.getTime() + periodMs * dice.next() * 0.98)
      const facts = { userId: row.userId, at, durationMs: heldMs, isDemo: false }
      calls.push(pastCall(dice, dice.one(CATALOGUE_DEFINITIONS), facts))
      usedMs += heldMs
    }
    if (calls.length === 0) continue
    await store(calls)
    await db.transaction(async (tx) => {
      await tx
        .insert(usageLedger)
        .values(
          calls.map(({ call }) => ({
            callId: call.id,
            subscriberId: row.id,
            periodStart: row.periodStart,
            reservedMs: call.durationMs ?? 0,
            usedMs: call.durationMs ?? 0,
            createdAt: call.createdAt,
            settledAt: call.endedAt,
          })),
        )
        .onConflictDoNothing()
      const [locked] = await tx.select().from(subscribers).where(eq(subscribers.id, row.id)).for('update')
      if (locked) await refreshUsage(tx, locked)
    })
  }
}
