import { and, asc, eq, gt, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'
import { UNPROVEN_AT_ONCE } from './endpoint-paces.ts'

/**
 * A delivery that was claimed but not finished within this time is due again, because its process has died. Longer than
 * an attempt may take.
 */
export const LEASE_MS = 30_000

/** Whether a process is sending a delivery: it was claimed, and its attempt has not ended. Null for one never attempted. */
export function isBeingSent(now: Date) {
  const { status, attemptedAt, nextAttemptAt } = webhookDeliveries
  const leaseEnd = sql`${attemptedAt} + ${LEASE_MS} * interval '1 millisecond'`
  return and(eq(status, 'pending'), gt(nextAttemptAt, now), eq(nextAttemptAt, leaseEnd))
}

/**
 * The words of the conversation whose end an event reports; null if the owner does not keep them, or no longer does. They
 * are read for each attempt and not stored with the event, so that words that were deleted from the call are not sent
 * again.
 */
function keptLines(now: Date) {
  const { role, content, atMs, position, callId } = callLines
  const line = sql`json_build_object('role', ${role}, 'text', ${content}, 'atMs', ${atMs})`
  const lines = sql`coalesce(json_agg(${line} order by ${asc(position)}) filter (where ${callId} is not null), '[]')`
  const isKept = and(sql`${calls.id} = ${businessEvents.data}->>'conversationId'`, gt(calls.keptUntil, now))
  return sql<Record<string, unknown>[] | null>`case when ${businessEvents.type} = 'conversation.ended' then (
    select ${lines} from ${calls} left join ${callLines} on ${eq(callId, calls.id)} where ${isKept} group by ${calls.id}
  ) end`
}

/** A delivery that this process is sending. */
export interface ClaimedDelivery {
  id: string
  /** Includes this attempt; a replay starts the count again. */
  attempts: number
  /** Identifies this attempt among those of the same delivery. */
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

export interface EndedDelivery {
  claimed: ClaimedDelivery
  outcome: DeliveryOutcome
}

export function createDeliveryStore(db: Database) {
  const rows = webhookDeliveries
  const thisAttempt = ({ id, attemptedAt }: ClaimedDelivery) =>
    and(eq(rows.id, id), eq(rows.attemptedAt, attemptedAt), eq(rows.status, 'pending'))

  return {
    /**
     * Claims due deliveries in one statement. Concurrent processes claim different ones, and those of a process that dies
     * become due again.
     * @param rooms how many more each endpoint may be sent; endpoints not in it may be sent `UNPROVEN_AT_ONCE`
     */
    async claim(now: Date, atMost: number, rooms: ReadonlyMap<string, number>): Promise<ClaimedDelivery[]> {
      const full = [...rooms].filter(([, room]) => room <= 0).map(([endpointId]) => endpointId)
      const room = sql`coalesce((${JSON.stringify(Object.fromEntries(rooms))}::jsonb ->> ${rows.endpointId})::int, ${UNPROVEN_AT_ONCE})`
      const isDue = and(eq(rows.status, 'pending'), lte(rows.nextAttemptAt, now))
      const ranked = db
        .select({
          id: rows.id,
          dueAt: sql`${rows.nextAttemptAt}`.as('due_at'),
          place:
            sql<number>`row_number() over (partition by ${rows.endpointId} order by ${rows.nextAttemptAt}, ${rows.id})`.as(
              'place',
            ),
          room: room.as('room'),
        })
        .from(rows)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, rows.endpointId))
        .where(and(isDue, webhookEndpoints.isActive, full.length === 0 ? undefined : notInArray(rows.endpointId, full)))
        .as('ranked')
      const first = db
        .select({ id: ranked.id })
        .from(ranked)
        .where(sql`${ranked.place} <= ${ranked.room}`)
        .orderBy(ranked.dueAt)
        .limit(atMost)
      const locked = db
        .select({ id: rows.id })
        .from(rows)
        .where(and(inArray(rows.id, first), isDue))
        .for('update', { skipLocked: true })
      const nextAttemptAt = new Date(now.getTime() + LEASE_MS)
      const claimed = await db
        .update(rows)
        .set({ attempts: sql`${rows.attempts} + 1`, attemptedAt: now, nextAttemptAt })
        .where(inArray(rows.id, locked))
        .returning({ id: rows.id })
      if (claimed.length === 0) return []
      const ids = claimed.map((row) => row.id)
      const { id, attempts, endpointId, eventId } = rows
      const { url, secret } = webhookEndpoints
      const { type, data, createdAt: happenedAt } = businessEvents
      const found = await db
        .select({ id, attempts, endpointId, url, secret, eventId, type, data, happenedAt, lines: keptLines(now) })
        .from(rows)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
        .innerJoin(businessEvents, eq(businessEvents.id, eventId))
        .where(inArray(id, ids))
      return found.map(({ lines, ...row }) => ({
        ...row,
        data: { ...row.data, lines: lines ?? undefined },
        attemptedAt: now,
      }))
    },

    /** A single statement. It has no effect on an attempt that took so long that another one has begun. */
    async finish(ended: readonly EndedDelivery[]): Promise<void> {
      const told = ended.map(({ claimed: { id, attemptedAt }, outcome }) => ({ id, attemptedAt, ...outcome }))
      await db.execute(sql`
        update webhook_deliveries set status = told.status, answer_status = told."answerStatus", answer = told.answer,
          duration_ms = told."durationMs", next_attempt_at = told."nextAttemptAt"
        from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told(id text, "attemptedAt" timestamptz, status text,
          "answerStatus" int, answer text, "durationMs" int, "nextAttemptAt" timestamptz)
        where webhook_deliveries.id = told.id and attempted_at = told."attemptedAt"
          and webhook_deliveries.status = 'pending'`)
    },

    /** Undoes the claim of an aborted attempt, which does not count. */
    async release(claimed: ClaimedDelivery, now: Date): Promise<void> {
      await db
        .update(rows)
        .set({ attempts: sql`${rows.attempts} - 1`, nextAttemptAt: now })
        .where(thisAttempt(claimed))
    },

    /** Has no effect if the owner has changed the address since. */
    async switchOff({ endpointId, url }: ClaimedDelivery): Promise<void> {
      const isSame = and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.url, url))
      await db.update(webhookEndpoints).set({ isActive: false }).where(isSame)
    },
  }
}
