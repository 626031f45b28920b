import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { KindName, Kinds, Stored } from './kinds.ts'
import type { List } from './objects.ts'
import { sandboxStripeObjects as objects } from './schema.ts'
import type { Database, Settings } from './settings.ts'
import { noteEvent, type EventType } from './webhooks/events.ts'
import { noSuch } from './wire.ts'

/** An arbitrary number that no other advisory lock in this database uses. */
const WRITE_LOCK = 78_611_004
const PAGE = 10

interface Page {
  limit?: number | undefined
  starting_after?: string | undefined
}

/** What a new object needs: `object` follows from its kind, and `created` is real time by default. */
type NewData<K extends KindName> = Omit<Kinds[K]['data'], 'object' | 'created'> & { created?: number }

/**
 * Runs a task that writes in a transaction, one at a time over all processes. A sandbox needs no speed, and a second
 * press of a button then sees the result of the first. An error rolls everything back.
 */
export function inTransaction<Result>(
  db: Database,
  settings: Settings,
  task: (store: Store) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${WRITE_LOCK})`)
    return task(new Store(tx, settings))
  })
}

/** Reads the sandbox's objects and, inside `inTransaction`, writes them together with their events. */
export class Store {
  readonly db: Database
  readonly settings: Settings
  /** Real time in unix seconds. */
  readonly realNow: number
  readonly #fixedNow: number | undefined

  constructor(db: Database, settings: Settings, fixedNow?: number) {
    this.db = db
    this.settings = settings
    this.realNow = Math.floor(settings.clock().getTime() / 1_000)
    this.#fixedNow = fixedNow
  }

  /** The same store at a given moment, which may be before or after real time. */
  at(seconds: number): Store {
    return new Store(this.db, this.settings, seconds)
  }

  /** The time of an object: that of its test clock, or else real time. */
  async nowOn(testClock: string | null): Promise<number> {
    if (this.#fixedNow !== undefined) return this.#fixedNow
    return (await this.find('test_helpers.test_clock', testClock))?.data.frozen_time ?? this.realNow
  }

  async find<K extends KindName>(kind: K, id: string | null): Promise<Stored<K> | undefined> {
    const row = id === null ? undefined : await this.#rowOf(kind, id)
    return row && storedOf(kind, row)
  }

  /**
   * A deleted customer can still be read, as a stub, but not be named by a parameter.
   * @throws {StripeError} `resource_missing`: 404, or 400 if the id came from the parameter `param`
   */
  async need<K extends KindName>(kind: K, id: string, param?: string): Promise<Stored<K>> {
    const stored = await this.find(kind, id)
    if (stored && (!stored.deleted || param === undefined)) return stored
    throw noSuch(kind.replaceAll(/[._]/g, ' '), id, param)
  }

  /** In one query, and in any order; deleted ones are stubs, and unknown ones are left out. */
  async findEach<K extends KindName>(kind: K, ids: readonly string[]): Promise<Stored<K>[]> {
    const rows = await this.db
      .select()
      .from(objects)
      .where(and(eq(objects.kind, kind), inArray(objects.id, [...ids])))
    return rows.map((row) => storedOf(kind, row))
  }

  /** Oldest first. */
  async findAll<K extends KindName>(kind: K, ...where: (SQL | undefined)[]): Promise<Stored<K>[]> {
    const rows = await this.db
      .select()
      .from(objects)
      .where(and(eq(objects.kind, kind), eq(objects.deleted, false), ...where))
      .orderBy(asc(objects.seq))
    return rows.map((row) => storedOf(kind, row))
  }

  /** A page of a list in Stripe's shape, newest first. */
  async list<K extends KindName>(
    kind: K,
    { limit = PAGE, starting_after: after }: Page,
    ...where: (SQL | undefined)[]
  ): Promise<List<Kinds[K]['data']>> {
    const cursor = after === undefined ? undefined : await this.#rowOf(kind, after)
    if (after !== undefined && !cursor) throw noSuch(kind, after, 'starting_after')
    const older = cursor && lt(objects.seq, cursor.seq)
    const rows = await this.db
      .select()
      .from(objects)
      .where(and(eq(objects.kind, kind), eq(objects.deleted, false), older, ...where))
      .orderBy(desc(objects.seq))
      .limit(limit + 1)
    const data = rows.slice(0, limit).map((row) => storedOf(kind, row).data)
    return { object: 'list', url: `/v1/${kind}`, has_more: rows.length > limit, data }
  }

  async create<K extends KindName>(kind: K, given: NewData<K>, hidden: Kinds[K]['hidden']): Promise<Stored<K>> {
    const data = { object: kind, created: this.realNow, ...given } as Kinds[K]['data']
    const { id, created } = data
    await this.db.insert(objects).values({ id, kind, created, data, hidden, ...columnsOf(data, hidden) })
    return { kind, id, data, hidden, deleted: false }
  }

  /** Records no event if nothing visible changes. */
  async update<K extends KindName>(
    stored: Stored<K>,
    change: { data?: Partial<Kinds[K]['data']>; hidden?: Partial<Kinds[K]['hidden']> },
    event?: EventType,
  ): Promise<Stored<K>> {
    const data = { ...stored.data, ...change.data }
    const hidden = { ...stored.hidden, ...change.hidden }
    const columns = columnsOf(data, hidden)
    await this.db
      .update(objects)
      .set({ data, hidden, ...columns })
      .where(eq(objects.id, stored.id))
    if (event && !isDeepStrictEqual(stored.data, data)) await this.#emit(event, data, columns.testClock)
    return { ...stored, data, hidden }
  }

  /** Leaves the `deleted: true` stub, which is also the response. */
  async remove<K extends KindName>(stored: Stored<K>, event: EventType): Promise<object> {
    const stub = { id: stored.id, object: stored.data.object, deleted: true }
    const gone = { data: stub, hidden: {}, deleted: true, lookupKey: null, dueAt: null, email: null }
    await this.db.update(objects).set(gone).where(eq(objects.id, stored.id))
    await this.#emit(event, stored.data, columnsOf(stored.data, stored.hidden).testClock)
    return stub
  }

  async #emit(type: EventType, object: object, testClock: string | null): Promise<void> {
    await noteEvent(this.db, this.settings, { type, object, created: await this.nowOn(testClock) })
  }

  async #rowOf(kind: KindName, id: string): Promise<typeof objects.$inferSelect | undefined> {
    // PostgreSQL rejects a NUL, and no id contains one.
    if (id.includes('\0')) return undefined
    const [row] = await this.db
      .select()
      .from(objects)
      .where(and(eq(objects.id, id), eq(objects.kind, kind)))
    return row
  }
}

/** Not parsed again, because only this sandbox writes the table. */
function storedOf<K extends KindName>(kind: K, row: typeof objects.$inferSelect): Stored<K> {
  const { id, data, hidden, deleted } = row
  return { kind, id, data: data as Kinds[K]['data'], hidden: hidden as Kinds[K]['hidden'], deleted }
}

/** The values of an object for the columns that lists filter by. */
function columnsOf(data: object, hidden: object) {
  const fields = { ...hidden, ...data } as Record<string, unknown>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  const parent = fields['parent'] as { subscription_details: { subscription: string } } | undefined
  return {
    customer: textOf('customer'),
    subscription: textOf('subscription') ?? parent?.subscription_details.subscription ?? null,
    status: textOf('status'),
    email: textOf('email'),
    lookupKey: textOf('lookup_key'),
    testClock: textOf('test_clock'),
    dueAt: typeof fields['dueAt'] === 'number' ? fields['dueAt'] : null,
  }
}
