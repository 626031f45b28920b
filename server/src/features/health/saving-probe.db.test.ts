import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DatabaseState } from '../../infra/db/client.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { createSavingProbe } from './saving-probe.ts'

it('the probe reports whether the database can save, and stores nothing', { tags: 'postgres' }, async () => {
  const database = await createTestDatabase()
  expect(await database.probe()).toBe('ok')
  await database.db.execute(sql`set default_transaction_read_only = on`)
  // With a connection pool, the query may run on a connection without the setting.
  expect(['ok', 'read-only'].slice(database.connection.kind === 'pglite' ? 1 : 0)).toContain(await database.probe())
  await database.close()
  expect(await database.probe()).toBe('database-unreachable')
})

it('the probe reports a missing or read-only folder, and caches its answer for a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-probe-'))
  let asked = 0
  const database = {
    async probe(): Promise<DatabaseState> {
      asked += 1
      return 'ok'
    },
  }
  const read = createSavingProbe({ database, folder })
  expect(await read()).toBe('ok')
  expect(readdirSync(folder)).toEqual([])
  chmodSync(folder, 0o500)
  rmSync(folder, { recursive: true })
  expect(await Promise.all(Array.from({ length: 50 }, () => read()))).toEqual(Array(50).fill('ok'))
  expect(asked).toBe(1)
  expect(await createSavingProbe({ database, folder })()).toBe('read-only')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await read()).toBe('read-only')
})
