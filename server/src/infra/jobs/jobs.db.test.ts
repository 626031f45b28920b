import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '../db/testing.ts'
import { startJobs, type Job } from './jobs.ts'

const WATER: Job<{ plant: string }> = { name: 'water', data: z.object({ plant: z.string() }), queue: {} }

it('a job can be sent in the first transaction after it was defined, while no other query can run', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { connection } = database
  if (connection.kind !== 'pglite') throw new Error('Only the embedded database has a single connection.')
  // A query outside of the transaction would wait for it, and the transaction for the query.
  const outside = Promise.withResolvers<string>()
  let isInTransaction = false
  const pglite = Object.create(connection.pglite, {
    query: {
      value: (text: string, values?: unknown[]) => {
        if (isInTransaction) outside.resolve(text)
        return connection.pglite.query(text, values)
      },
    },
  }) as typeof connection.pglite
  const jobs = await startJobs({ connection: { kind: 'pglite', pglite } }, pino({ level: 'silent' }), {
    repeats: false,
  })
  onTestFinished(() => jobs.close())
  await jobs.define(WATER)
  const first = database.db.transaction(async (tx) => {
    isInTransaction = true
    const sent = jobs.send(tx, WATER, { plant: 'fern' }).then(() => 'sent')
    const outcome = await Promise.race([sent, outside.promise])
    isInTransaction = false
    return outcome
  })
  expect(await first).toBe('sent')
})
