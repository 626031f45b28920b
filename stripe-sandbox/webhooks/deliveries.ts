import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Kinds } from '../kinds.ts'
import {
  sandboxStripeDeliveries as deliveries,
  sandboxStripeEvents as events,
  sandboxStripeObjects as objects,
} from '../schema.ts'
import type { Database, Settings } from '../settings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Waits after each failure; about three days in all, as at Stripe. */
const FIRST_WAITS_MS = [5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS]
const WAITS_MS = [...FIRST_WAITS_MS, ...Array<number>(5).fill(12 * HOUR_MS)]
const TIMEOUT_MS = 10_000
/** How long a delivery is reserved for the process that claimed it. */
const LEASE_MS = 30_000
const LOOK_AGAIN_MS = 5_000
const BATCH = 100

/** Posts a webhook and returns the status of the response; a rejection means that there was none. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number }>

interface DeliveriesDeps {
  db: Database
  settings: Settings
  /** Signs webhooks to the server's own address; endpoints created through the API have secrets of their own. */
  secret: string
  deliver: Deliver
  log: Pick<Logger, 'error'>
}

type Row = typeof deliveries.$inferSelect

export function createDeliveries({ db, settings, secret, deliver, log }: DeliveriesDeps) {
  let isHeld = false
  let isClosed = false
  let running: Promise<void> | undefined
  let wokenAgain = false
  const nowMs = () => settings.clock().getTime()
  const timer = setInterval(() => wake(), LOOK_AGAIN_MS)
  timer.unref()

  function wake(): void {
    if (isHeld || isClosed) return
    wokenAgain = true
    running ??= sendAll(() => !isHeld && !isClosed)
      .catch((error: unknown) => {
        if (!isClosed) log.error({ err: error }, 'sandbox webhooks could not be sent')
      })
      .finally(() => {
        running = undefined
        // Woken between the last look and here.
        if (wokenAgain) wake()
      })
  }

  async function sendAll(mayGoOn: () => boolean): Promise<void> {
    do {
      wokenAgain = false
      const batch = await claim()
      // Each address has a queue of its own, so that a slow one holds up no other.
      const lanes = Map.groupBy(batch, ({ url }) => url)
      await Promise.all(
        [...lanes.values()].map(async (lane) => {
          for (const row of lane) if (mayGoOn()) await attempt(row)
        }),
      )
      if (batch.length > 0) wokenAgain = true
    } while (wokenAgain && mayGoOn())
  }

  /** Claims the due deliveries, so that no other process sends them at the same time. */
  async function claim(): Promise<Row[]> {
    return db.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.status, 'pending'), lte(deliveries.nextAttemptAtMs, nowMs())))
        .orderBy(asc(deliveries.id))
        .limit(BATCH)
        .for('update', { skipLocked: true })
      if (due.length === 0) return due
      const ids = due.map(({ id }) => id)
      const nextAttemptAtMs = nowMs() + LEASE_MS
      await tx.update(deliveries).set({ nextAttemptAtMs }).where(inArray(deliveries.id, ids))
      return due
    })
  }

  async function attempt(row: Row): Promise<void> {
    const [event] = await db.select().from(events).where(eq(events.id, row.eventId))
    const key = row.endpointId === null ? secret : await secretOf(row.endpointId)
    if (!event || key === undefined) return note(row, { status: 'given-up', lastError: 'the endpoint is gone' })
    const body = JSON.stringify(event.data, null, 2)
    const { status: lastStatus, error: lastError } = await post(row.url, body, key)
    if (lastStatus !== null && lastStatus >= 200 && lastStatus < 300) {
      return note(row, { status: 'delivered', lastStatus, lastError })
    }
    const waitMs = WAITS_MS[row.attempts]
    if (waitMs === undefined) return note(row, { status: 'given-up', lastStatus, lastError })
    return note(row, { lastStatus, lastError, nextAttemptAtMs: nowMs() + waitMs })
  }

  async function post(url: string, body: string, key: string) {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, key, Math.floor(nowMs() / 1_000)),
    }
    const late = wait(TIMEOUT_MS, undefined, { ref: false })
    try {
      const answer = await Promise.race([deliver(url, body, headers), late])
      return answer ? { status: answer.status, error: null } : { status: null, error: 'no answer in time' }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  async function secretOf(endpointId: string): Promise<string | undefined> {
    const [row] = await db.select({ hidden: objects.hidden }).from(objects).where(eq(objects.id, endpointId))
    return (row?.hidden as Kinds['webhook_endpoint']['hidden'] | undefined)?.secret
  }

  async function note(row: Row, change: Partial<Row>): Promise<void> {
    const attempts = sql`${deliveries.attempts} + 1`
    await db
      .update(deliveries)
      .set({ ...change, attempts })
      .where(eq(deliveries.id, row.id))
  }

  return {
    /** Looks for something to send; called after every change. */
    wake,
    /** Sends all that is due now, also while held, and resolves when nothing is left. */
    async flush(): Promise<void> {
      await running
      await sendAll(() => !isClosed)
    },
    /** Stops sending until `release`. */
    hold(): void {
      isHeld = true
    },
    release(): void {
      isHeld = false
      wake()
    },
    /** All deliveries ever recorded, oldest first. */
    async list(): Promise<(typeof deliveries.$inferSelect)[]> {
      return db.select().from(deliveries).orderBy(asc(deliveries.id))
    },
    /** Simulates the permanent loss of a delivery. */
    async drop(id: number): Promise<void> {
      await db.update(deliveries).set({ status: 'given-up', lastError: 'dropped' }).where(eq(deliveries.id, id))
    },
    /** Waits for the deliveries that are under way. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

/** `t=…,v1=…`: the HMAC of `t.body` with the whole secret as key, including its `whsec_`. */
function signatureOf(body: string, secret: string, atSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')
  return `t=${atSeconds},v1=${mac}`
}
