import { createHmac } from 'node:crypto'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../server/src/infra/db/client.ts'
import {
  sandboxStripeDeliveries as deliveries,
  sandboxStripeEvents as events,
  sandboxStripeObjects as objects,
} from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Kinds } from '../kinds.ts'
import { wireJson } from '../wire/wire-json.ts'
import type { SandboxSettings } from '../work.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** After the n-th failure; about three days in all, as at Stripe. */
const WAITS_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  ...Array<number>(5).fill(12 * HOUR_MS),
]
const TIMEOUT_MS = 10_000
/** For so long a delivery belongs to the process that began it. */
const LEASE_MS = 30_000
const LOOK_AGAIN_MS = 5_000
const BATCH = 100

/** Posts a webhook and says what the other side answered; a rejection counts as no answer. */
export type Deliver = (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number }>

export interface DeliveryNote {
  id: number
  eventId: string
  type: string
  url: string
  status: 'pending' | 'delivered' | 'given-up'
  attempts: number
}

/** The way out for events, and the means to disturb it. */
export interface Deliveries {
  /** Looks for something to send; called after every change. */
  wake(): void
  /** Sends all that is due now and resolves when nothing is. Works while held, too. */
  flush(): Promise<void>
  /** Nothing is sent by itself until `release`. */
  hold(): void
  release(): void
  /** Everything that was ever to be sent, oldest first. */
  list(): Promise<DeliveryNote[]>
  /** Sends one now, whatever its state: again for a duplicate, in any order. True when it was taken. */
  send(id: number): Promise<boolean>
  /** Loses one for good. */
  drop(id: number): Promise<void>
  /** Waits for what is under way. */
  close(): Promise<void>
}

export interface DeliveriesDeps {
  db: Database
  settings: SandboxSettings
  secret: string
  deliver: Deliver
  log: Logger
}

type Row = typeof deliveries.$inferSelect

export function createDeliveries({ db, settings, secret, deliver, log }: DeliveriesDeps): Deliveries {
  let isHeld = false
  let isClosed = false
  let running: Promise<void> | undefined
  let wokenAgain = false
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
      })
  }

  async function sendAll(mayGoOn: () => boolean): Promise<void> {
    do {
      wokenAgain = false
      const batch = await claim()
      // One lane for each address: a slow one holds up nobody else.
      const lanes = Map.groupBy(batch, ({ url }) => url)
      await Promise.all(
        [...lanes.values()].map(async (lane) => {
          for (const row of lane) if (mayGoOn()) await attempt(row)
        }),
      )
      if (batch.length > 0) wokenAgain = true
    } while (wokenAgain && mayGoOn())
  }

  async function claim(): Promise<Row[]> {
    const nowMs = settings.clock().getTime()
    return db.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.status, 'pending'), lte(deliveries.nextAttemptAtMs, nowMs)))
        .orderBy(asc(deliveries.id))
        .limit(BATCH)
        .for('update', { skipLocked: true })
      if (due.length === 0) return due
      const ids = due.map(({ id }) => id)
      await tx
        .update(deliveries)
        .set({ nextAttemptAtMs: nowMs + LEASE_MS })
        .where(inArray(deliveries.id, ids))
      return due
    })
  }

  async function attempt(row: Row): Promise<boolean> {
    const [event] = await db.select().from(events).where(eq(events.id, row.eventId))
    const key = row.endpointId === null ? secret : await secretOf(row.endpointId)
    if (!event || key === undefined) {
      await note(row, { status: 'given-up', lastError: 'the endpoint is gone' })
      return false
    }
    const body = wireJson({ ...(event.data as object), pending_webhooks: 1 }, 2)
    const outcome = await post(row.url, body, key)
    if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
      await note(row, { status: 'delivered', lastStatus: outcome.status, lastError: null })
      return true
    }
    const waitMs = WAITS_MS[row.attempts]
    await note(row, {
      status: waitMs === undefined ? 'given-up' : 'pending',
      lastStatus: outcome.status,
      lastError: outcome.error ?? null,
      ...(waitMs === undefined ? {} : { nextAttemptAtMs: settings.clock().getTime() + waitMs }),
    })
    return false
  }

  async function post(url: string, body: string, key: string): Promise<{ status: number | null; error?: string }> {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, key, Math.floor(settings.clock().getTime() / 1_000)),
    }
    let timeout: NodeJS.Timeout | undefined
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timeout = setTimeout(() => reject(new Error('no answer in time')), TIMEOUT_MS)
      })
      return { status: (await Promise.race([deliver(url, body, headers), late])).status }
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : String(error) }
    } finally {
      clearTimeout(timeout)
    }
  }

  async function secretOf(endpointId: string): Promise<string | undefined> {
    const [row] = await db
      .select({ hidden: objects.hidden })
      .from(objects)
      .where(and(eq(objects.id, endpointId), eq(objects.deleted, false)))
    return (row?.hidden as Kinds['webhook_endpoint']['hidden'] | undefined)?.secret
  }

  async function note(row: Row, change: Partial<Row>): Promise<void> {
    await db
      .update(deliveries)
      .set({ ...change, attempts: sql`${deliveries.attempts} + 1` })
      .where(eq(deliveries.id, row.id))
  }

  return {
    wake,
    async flush() {
      await running
      await sendAll(() => !isClosed)
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      wake()
    },
    async list() {
      const rows = await db
        .select({ delivery: deliveries, type: events.type })
        .from(deliveries)
        .innerJoin(events, eq(events.id, deliveries.eventId))
        .orderBy(asc(deliveries.id))
      return rows.map(({ delivery: { id, eventId, url, status, attempts }, type }) => ({
        id,
        eventId,
        type,
        url,
        status,
        attempts,
      }))
    },
    async send(id) {
      const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id))
      return row ? attempt(row) : false
    },
    async drop(id) {
      await db.update(deliveries).set({ status: 'given-up', lastError: 'dropped' }).where(eq(deliveries.id, id))
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}

/** `t=…,v1=…`: the HMAC of `t.body` under the whole secret, its `whsec_` included. */
export function signatureOf(body: string, secret: string, atSeconds: number): string {
  const mac = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')
  return `t=${atSeconds},v1=${mac}`
}
