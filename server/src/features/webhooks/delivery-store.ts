import { and, eq, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'

/** After which a delivery that was begun and never ended is due again: its process is gone. Longer than an attempt. */
export const LEASE_MS = 30_000
/** New ones at once for one endpoint, so that a slow one holds up no other. */
export const CLAIMED_PER_ENDPOINT = 2

/** A delivery that this process has begun. */
export interface ClaimedDelivery {
  id: string
  /** This one included; counted anew when the owner asks for a replay. */
  attempts: number
  /** Tells this attempt from any other of the same delivery. */
  attemptedAt: Date
  endpointId: string
  url: string
  secret: string
  eventId: string
  type: string
  data: Record<string, unknown>
  happenedAt: Date
}

export interface DeliveryOutcome {
  status: 'pending' | 'delivered' | 'failed'
  answerStatus: number | null
  answer: string
  durationMs: number
  nextAttemptAt: Date | null
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

export function createDeliveryStore(db: Database) {
  const rows = webhookDeliveries
  const thisAttempt = ({ id, attemptedAt }: ClaimedDelivery) =>
    and(eq(rows.id, id), eq(rows.attemptedAt, attemptedAt), eq(rows.status, 'pending'))

  return {
    /**
     * Takes due deliveries and writes down that they are being tried, in one statement: another process that asks at the
     * same moment gets others, and one that dies leaves them to be due again.
     * @param except endpoints that have enough under way
     */
    async claim(now: Date, atMost: number, except: readonly string[]): Promise<ClaimedDelivery[]> {
      const isDue = and(eq(rows.status, 'pending'), lte(rows.nextAttemptAt, now))
      const ranked = db
        .select({
          id: rows.id,
          dueAt: sql`${rows.nextAttemptAt}`.as('due_at'),
          place:
            sql<number>`row_number() over (partition by ${rows.endpointId} order by ${rows.nextAttemptAt}, ${rows.id})`.as(
              'place',
            ),
        })
        .from(rows)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, rows.endpointId))
        .where(
          and(
            isDue,
            webhookEndpoints.isActive,
            except.length === 0 ? undefined : notInArray(rows.endpointId, [...except]),
          ),
        )
        .as('ranked')
      const first = db
        .select({ id: ranked.id })
        .from(ranked)
        .where(lte(ranked.place, CLAIMED_PER_ENDPOINT))
        .orderBy(ranked.dueAt)
        .limit(atMost)
      const locked = db
        .select({ id: rows.id })
        .from(rows)
        .where(and(inArray(rows.id, first), isDue))
        .for('update', { skipLocked: true })
      const claimed = await db
        .update(rows)
        .set({
          attempts: sql`${rows.attempts} + 1`,
          attemptedAt: now,
          nextAttemptAt: new Date(now.getTime() + LEASE_MS),
        })
        .where(inArray(rows.id, locked))
        .returning({ id: rows.id })
      if (claimed.length === 0) return []
      const found = await db
        .select({
          id: rows.id,
          attempts: rows.attempts,
          endpointId: rows.endpointId,
          url: webhookEndpoints.url,
          secret: webhookEndpoints.secret,
          eventId: rows.eventId,
          type: businessEvents.type,
          data: businessEvents.data,
          happenedAt: businessEvents.createdAt,
        })
        .from(rows)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, rows.endpointId))
        .innerJoin(businessEvents, eq(businessEvents.id, rows.eventId))
        .where(
          inArray(
            rows.id,
            claimed.map(({ id }) => id),
          ),
        )
      return found.map((row) => ({ ...row, attemptedAt: now }))
    },

    /** Without effect where the attempt took so long that another one has begun. */
    async finish(claimed: ClaimedDelivery, outcome: DeliveryOutcome): Promise<void> {
      await db.update(rows).set(outcome).where(thisAttempt(claimed))
    },

    /** Of an attempt that was broken off: it counts as never begun. */
    async release(claimed: ClaimedDelivery, now: Date): Promise<void> {
      await db
        .update(rows)
        .set({ attempts: sql`${rows.attempts} - 1`, nextAttemptAt: now })
        .where(thisAttempt(claimed))
    },

    async switchOff(endpointId: string): Promise<void> {
      await db.update(webhookEndpoints).set({ isActive: false }).where(eq(webhookEndpoints.id, endpointId))
    },
  }
}
