import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { DatabaseHandle } from './client.ts'
import { emailCrm } from './schema/email-crm.ts'
import { createTestDatabase } from './testing.ts'
import { vacuumEmbedded } from './vacuum.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('vacuums the embedded database, and leaves a server to its own vacuum', { tags: 'postgres' }, async () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    id: `row-${index}`,
    email: `person${index}@example.com`,
    signupDate: new Date(),
  }))
  await database.db.insert(emailCrm).values(rows)
  await vacuumEmbedded(database)
  const answer = await database.db.execute(
    sql`select relallvisible > 0 as "isTidy" from pg_class where relname = 'email_crm'`,
  )
  const isEmbedded = database.connection.kind === 'pglite'
  const [{ isTidy }] = z.object({ rows: z.tuple([z.object({ isTidy: z.boolean() })]) }).parse(answer).rows
  expect(isTidy || !isEmbedded).toBe(true)
})

it('lets other queries of the embedded database run between its tables', async () => {
  const ended: string[] = []
  await Promise.all([
    vacuumEmbedded(database).then(() => ended.push('vacuum')),
    database.db
      .execute(sql`select 1`)
      .then(() => database.db.execute(sql`select 1`))
      .then(() => ended.push('query')),
  ])
  expect(ended).toEqual(['query', 'vacuum'])
})
