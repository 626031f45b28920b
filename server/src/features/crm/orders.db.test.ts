import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { CRM_MAX_COUNTED, EMAIL_SORTS, SORT_ORDERS, SUBSCRIBER_SORTS } from '#contract/crm-lists.ts'
import type { Database, DatabaseHandle } from '../../infra/db/client.ts'
import * as schema from '../../infra/db/schema/all.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { listEmails } from './email-list.ts'
import { listSubscribers } from './subscriber-list.ts'

const planSchema = z.object({ rows: z.array(z.object({ 'QUERY PLAN': z.string() })) })

interface Query {
  text: string
  params: unknown[]
}

let database: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
  // Plans depend on the sizes of indexes, which keep pages of rows that earlier tests deleted.
  await database.db.execute(sql`truncate ${schema.subscribers}, ${schema.emailCrm} cascade`)
})
afterAll(() => database.close())

/** Records the query that a list sends for one page. */
async function pageQueryOf(list: (db: Database) => Promise<unknown>): Promise<Query> {
  const asked: Query[] = []
  const recorder = drizzle(
    async (text, params) => {
      asked.push({ text, params })
      // Pretends that too many rows match to be counted, so that the list queries the page in the sort order's index.
      return { rows: text.includes('order by') ? [] : Array.from({ length: CRM_MAX_COUNTED + 1 }, () => ['any']) }
    },
    { schema },
  )
  await list(recorder)
  const query = asked.find(({ text }) => text.includes('order by'))
  if (!query) throw new Error('the list asked for no order')
  return query
}

/**
 * The query plan of the sub-query that finds the page's rows. Sorting is disabled, so that the plan sorts only if no
 * index has the order; on an empty table PostgreSQL would otherwise prefer to sort.
 */
async function planOf({ text, params }: Query): Promise<string> {
  const words = text.split(/\$\d+/)
  const query = sql.join(
    words.flatMap((part, index) => [sql.raw(part), ...(index < params.length ? [sql.param(params[index])] : [])]),
  )
  return database.db.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']) {
      await tx.execute(sql.raw(`set local enable_${way} = off`))
    }
    const { rows } = planSchema.parse(await tx.execute(sql`explain ${query}`))
    const [, page] = rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
      .split(/->\s+Limit/)
    return page ?? ''
  })
}

function cursorAt(key: string): string {
  return Buffer.from(JSON.stringify(['next', key, 'some-id'])).toString('base64url')
}

const FILTERED = { none: {}, filtered: { status: 'active', tier: 'Basic' }, searched: { q: 'ann' } } as const
const FILTERED_EMAILS = { none: {}, filtered: { followUp: 'pending' }, searched: { q: 'ann' } } as const

const LISTS = [
  ...SUBSCRIBER_SORTS.flatMap((sort) =>
    SORT_ORDERS.flatMap((order) =>
      Object.entries(FILTERED).map(([how, filters]) => ({
        what: `subscribers by ${sort} ${order}, ${how}`,
        list: (db: Database, cursor?: string) =>
          listSubscribers(db, { sort, order, ...filters }, { cursor, limit: 25 }),
        cursor: cursorAt(sort === 'revenue' || sort === 'usage' ? '999' : '2026-01-01 00:00:00+00'),
      })),
    ),
  ),
  ...EMAIL_SORTS.flatMap((sort) =>
    SORT_ORDERS.flatMap((order) =>
      Object.entries(FILTERED_EMAILS).map(([how, filters]) => ({
        what: `emails by ${sort} ${order}, ${how}`,
        list: (db: Database, cursor?: string) => listEmails(db, { sort, order, ...filters }, { cursor, limit: 25 }),
        cursor: cursorAt('2026-01-01 00:00:00+00'),
      })),
    ),
  ),
]

it.each(LISTS)(
  '$what: both the first and later pages need only one index',
  { tags: 'postgres' },
  async ({ list, cursor }) => {
    const first = await planOf(await pageQueryOf((db) => list(db)))
    expect(first).toMatch(/^[^\n]*\n\s+->\s+Index Only Scan/)
    expect(first).not.toMatch(/\bSort\b/)
    const further = await planOf(await pageQueryOf((db) => list(db, cursor)))
    expect(further).toMatch(/^[^\n]*\n\s+->\s+Index Only Scan/)
    expect(further).toMatch(/Index Cond: \(.*ROW\(/)
    expect(further).not.toMatch(/\bSort\b/)
  },
)
