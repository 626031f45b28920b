import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkpointEmbedded } from './checkpoint.ts'
import type { DatabaseHandle } from './client.ts'
import { emailCrm } from './schema/email-crm.ts'
import { createTestDatabase } from './testing.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

async function beginOfLog(): Promise<unknown> {
  const answer = await database.db.execute(sql`select redo_lsn from pg_control_checkpoint()`)
  return (answer as { rows: { redo_lsn: string }[] }).rows[0]?.redo_lsn
}

it('a checkpoint is made only when the log is long', async () => {
  const before = await beginOfLog()
  await database.db.insert(emailCrm).values({ id: 'one', email: 'one@example.com', signupDate: new Date() })
  await checkpointEmbedded(database)
  expect(await beginOfLog()).toBe(before)
  await checkpointEmbedded(database, 1)
  expect(await beginOfLog()).not.toBe(before)
})

it('a PostgreSQL server is left to make its own checkpoints', async () => {
  const before = await beginOfLog()
  await checkpointEmbedded({ ...database, connection: { kind: 'postgresql' } }, 0)
  expect(await beginOfLog()).toBe(before)
})
