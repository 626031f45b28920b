import { and, asc, desc, eq, gt, gte, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../server/src/infra/db/client.ts'
import { sandboxStripeObjects as objects } from '../server/src/infra/db/schema/sandbox-stripe.ts'
import { emitEvent } from './events/emit-event.ts'
import { previousAttributes } from './events/previous-attributes.ts'
import { KIND_IN_MESSAGES, type Kind, type Kinds, type Stored } from './kinds.ts'
import { noSuch } from './wire/stripe-error.ts'
import type { Page, Range } from './wire/params.ts'
import type { EventType, WireObject } from './wire/wire-types.ts'

/** What every part of the sandbox is told. */
export interface SandboxSettings {
  readonly publicUrl: string
  /** The address that gets every event, beside the endpoints made through the API. */
  readonly webhookUrl: string | undefined
  readonly apiVersion: string
  readonly clock: () => Date
  /** How long a renewal's invoice stays a draft; an hour, as at Stripe. */
  readonly draftSeconds: number
  /** What becomes of a subscription whose last retry failed. */
  readonly afterLastRetry: 'canceled' | 'unpaid' | 'past_due'
}

export interface ListQuery<K extends Kind> {
  kind: K
  where?: (SQL | undefined)[]
  created?: Range | undefined
  page: Page
  url: string
}

export interface ListPage {
  object: 'list'
  url: string
  has_more: boolean
  data: WireObject[]
}

/** Reading, and where `db` is a transaction, writing: each change together with its event. */
export interface Work {
  readonly db: Database | Transaction
  readonly settings: SandboxSettings
  /** The API request behind the work; null when a page or time is. */
  readonly request: { id: string; idempotencyKey: string | null } | null
  /** Real time in unix seconds. */
  readonly realNow: number
  /** The time of an object: that of its test clock, else real. */
  nowOn(testClock: string | null | undefined): Promise<number>
  find<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined>
  /** @throws {StripeError} `resource_missing`: 404 for the object of an address, 400 for one that a parameter names. */
  need<K extends Kind>(kind: K, id: string, param?: string): Promise<Stored<K>>
  findAll<K extends Kind>(kind: K, ...where: (SQL | undefined)[]): Promise<Stored<K>[]>
  list<K extends Kind>(query: ListQuery<K>): Promise<ListPage>
  create<K extends Kind>(
    kind: K,
    data: Kinds[K]['data'],
    hidden: Kinds[K]['hidden'],
    event?: EventType,
  ): Promise<Stored<K>>
  /** Writes what changed. The event is left out when nothing visible did. */
  update<K extends Kind>(
    stored: Stored<K>,
    change: { data?: Partial<Kinds[K]['data']>; hidden?: Partial<Kinds[K]['hidden']> },
    event?: EventType,
  ): Promise<Stored<K>>
  /** Leaves the `deleted: true` stub. */
  remove<K extends Kind>(stored: Stored<K>, event?: EventType): Promise<WireObject & { deleted: true }>
  emit(type: EventType, object: object, created: number, previous?: object): Promise<void>
  /** The same work at a moment of an object's own time, which may lie behind ours or ahead. */
  at(seconds: number): Work
}

export function createWork(
  db: Database | Transaction,
  settings: SandboxSettings,
  request: Work['request'] = null,
  fixedNow?: number,
): Work {
  const realNow = Math.floor(settings.clock().getTime() / 1_000)

  async function nowOn(testClock: string | null | undefined): Promise<number> {
    if (fixedNow !== undefined) return fixedNow
    if (!testClock) return realNow
    const clock = await find('test_helpers.test_clock', testClock)
    return clock?.data.frozen_time ?? realNow
  }

  async function find<K extends Kind>(kind: K, id: string): Promise<Stored<K> | undefined> {
    const [row] = await db
      .select()
      .from(objects)
      .where(and(eq(objects.id, id), eq(objects.kind, kind)))
    return row && storedOf(kind, row)
  }

  async function findAll<K extends Kind>(kind: K, ...where: (SQL | undefined)[]): Promise<Stored<K>[]> {
    const rows = await db
      .select()
      .from(objects)
      .where(and(eq(objects.kind, kind), eq(objects.deleted, false), ...where))
      .orderBy(asc(objects.seq))
    return rows.map((row) => storedOf(kind, row))
  }

  async function emit(type: EventType, object: object, created: number, previous?: object): Promise<void> {
    await emitEvent(work, { type, object, created, previous })
  }

  const work: Work = {
    db,
    settings,
    request,
    realNow,
    nowOn,
    find,
    findAll,
    emit,
    at: (seconds) => createWork(db, settings, request, seconds),

    async need(kind, id, param) {
      const stored = await find(kind, id)
      if (stored && (!stored.deleted || (kind === 'customer' && param === undefined))) return stored
      throw noSuch(KIND_IN_MESSAGES[kind], id, param ?? 'id', param ? 400 : 404)
    },

    async list({ kind, where = [], created, page, url }) {
      const limit = page.limit ?? 10
      const backwards = page.ending_before !== undefined
      const cursor = await seqOf(db, kind, page)
      const rows = await db
        .select()
        .from(objects)
        .where(
          and(
            eq(objects.kind, kind),
            eq(objects.deleted, false),
            ...where,
            ...within(created),
            cursor === undefined ? undefined : backwards ? gt(objects.seq, cursor) : lt(objects.seq, cursor),
          ),
        )
        .orderBy(backwards ? asc(objects.seq) : desc(objects.seq))
        .limit(limit + 1)
      const shown = rows.slice(0, limit).map((row) => storedOf(kind, row).data)
      return { object: 'list', url, has_more: rows.length > limit, data: backwards ? shown.toReversed() : shown }
    },

    async create(kind, data, hidden, event) {
      const row = { id: data.id, kind, created: createdOf(data) ?? realNow, data, hidden, ...columnsOf(data, hidden) }
      await db.insert(objects).values(row)
      if (event) await emit(event, data, row.created)
      return { kind, id: data.id, data, hidden, deleted: false }
    },

    async update(stored, change, event) {
      const data = { ...stored.data, ...change.data }
      const hidden = { ...stored.hidden, ...change.hidden }
      await db
        .update(objects)
        .set({ data, hidden, ...columnsOf(data, hidden) })
        .where(eq(objects.id, stored.id))
      const previous = previousAttributes(stored.data, data)
      if (event && previous) await emit(event, data, await nowOn(columnsOf(data, hidden).testClock), previous)
      return { ...stored, data, hidden }
    },

    async remove(stored, event) {
      const stub = { id: stored.id, object: stored.data.object, deleted: true as const }
      const empty = { lookupKey: null, dueAt: null, email: null }
      await db
        .update(objects)
        .set({ data: stub, hidden: {}, deleted: true, ...empty })
        .where(eq(objects.id, stored.id))
      if (event) await emit(event, stored.data, await nowOn(columnsOf(stored.data, stored.hidden).testClock))
      return stub
    },
  }
  return work
}

/** What objects hold is written by this sandbox alone, so it is not parsed again. */
function storedOf<K extends Kind>(kind: K, row: typeof objects.$inferSelect): Stored<K> {
  return {
    kind,
    id: row.id,
    data: row.data as Kinds[K]['data'],
    hidden: row.hidden as Kinds[K]['hidden'],
    deleted: row.deleted,
  }
}

async function seqOf(db: Database | Transaction, kind: Kind, page: Page): Promise<number | undefined> {
  const id = page.ending_before ?? page.starting_after
  if (id === undefined) return undefined
  const [row] = await db
    .select({ seq: objects.seq })
    .from(objects)
    .where(and(eq(objects.id, id), eq(objects.kind, kind)))
  const param = page.ending_before ? 'ending_before' : 'starting_after'
  if (!row) throw noSuch(KIND_IN_MESSAGES[kind], id, param, 400)
  return row.seq
}

function within(created: Range | undefined): (SQL | undefined)[] {
  const { gt: after, gte: from, lt: before, lte: until } = created ?? {}
  return [
    after === undefined ? undefined : gt(objects.created, after),
    from === undefined ? undefined : gte(objects.created, from),
    before === undefined ? undefined : lt(objects.created, before),
    until === undefined ? undefined : lte(objects.created, until),
  ]
}

const createdOf = (data: object) => ('created' in data && typeof data.created === 'number' ? data.created : undefined)

/** The columns that lists filter by, read off the object. */
function columnsOf(data: object, hidden: object) {
  const field = (name: string): unknown => (data as Record<string, unknown>)[name]
  const textOf = (name: string) => {
    const value = field(name)
    return typeof value === 'string' ? value : null
  }
  const active = field('active')
  const parent = field('parent') as { subscription_details?: { subscription?: string } | null } | null | undefined
  return {
    customer: textOf('customer'),
    subscription: textOf('subscription') ?? parent?.subscription_details?.subscription ?? null,
    product: textOf('product'),
    status: textOf('status'),
    email: textOf('email'),
    lookupKey: textOf('lookup_key'),
    active: typeof active === 'boolean' ? active : null,
    testClock: textOf('test_clock'),
    dueAt: 'dueAt' in hidden && typeof hidden.dueAt === 'number' ? hidden.dueAt : null,
  }
}

/** Objects on a test clock are not listed unless a clock or a customer is named. */
export function notOnTestClock(): SQL {
  return isNull(objects.testClock)
}

/** That the object's JSON holds this part. */
export function holds(part: object): SQL {
  return sql`${objects.data} @> ${JSON.stringify(part)}::jsonb`
}
