import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { EMAIL_SORTS, SORT_ORDERS, SUBSCRIBER_SORTS } from '#contract/crm-lists.ts'
import type { Database, DatabaseHandle } from '../../db/client.ts'
import * as schema from '../../db/schema/all.ts'
import { createTestDatabase } from '../../db/testing.ts'
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
})
afterAll(() => database.close())

/** What a list asks for one page of it. */
async function pageQueryOf(list: (db: Database) => Promise<unknown>): Promise<Query> {
  const asked: Query[] = []
  const recorder = drizzle(
    async (text, params) => {
      asked.push({ text, params })
      return { rows: [] }
    },
    { schema },
  )
  await list(recorder)
  const query = asked.find(({ text }) => text.includes('order by'))
  if (!query) throw new Error('the list asked for no order')
  return query
}

/** A plan that sorts only where no index has the order: on an empty table, sorting would else be the cheapest. */
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
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

function cursorAt(key: string): string {
  return Buffer.from(JSON.stringify(['next', key, 'some-id'])).toString('base64url')
}

const LISTS = [
  ...SUBSCRIBER_SORTS.flatMap((sort) =>
    SORT_ORDERS.map((order) => {
      const key = sort === 'revenue' || sort === 'usage' ? '999' : '2026-01-01 00:00:00+00'
      return {
        what: `subscribers by ${sort} ${order}`,
        list: (db: Database, cursor?: string) => listSubscribers(db, { sort, order }, { cursor, limit: 25 }),
        cursor: cursorAt(key),
      }
    }),
  ),
  ...EMAIL_SORTS.flatMap((sort) =>
    SORT_ORDERS.map((order) => ({
      what: `emails by ${sort} ${order}`,
      list: (db: Database, cursor?: string) => listEmails(db, { sort, order }, { cursor, limit: 25 }),
      cursor: cursorAt('2026-01-01 00:00:00+00'),
    })),
  ),
]

it.each(LISTS)('$what are read in the order of an index, from the start and further on', async ({ list, cursor }) => {
  const first = await planOf(await pageQueryOf((db) => list(db)))
  expect(first).toMatch(/Index (?:Only )?Scan/)
  expect(first).not.toMatch(/\bSort\b/)
  const further = await planOf(await pageQueryOf((db) => list(db, cursor)))
  expect(further).toMatch(/Index Cond: \(ROW\(/)
  expect(further).not.toMatch(/\bSort\b/)
})
