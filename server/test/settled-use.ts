import type { subscribers, usageLedger } from '../src/infra/db/schema/subscribers.ts'

type Subscriber = Pick<typeof subscribers.$inferSelect, 'id' | 'periodStart'>

/** A ledger row for an earlier call of this subscriber that used `usedMs` of the current period. */
export function settledUse(
  { id, periodStart }: Subscriber,
  { callId, usedMs }: { callId: string; usedMs: number },
): typeof usageLedger.$inferInsert {
  return { callId, subscriberId: id, periodStart, reservedMs: usedMs, ranMs: usedMs, usedMs, settledAt: new Date() }
}
