import { sql } from 'drizzle-orm'
import type { Database } from '../server/src/infra/db/client.ts'
import { createWork, type SandboxSettings, type Work } from './work.ts'

/** Any number that nothing else in this database locks on. */
const WRITE_LOCK = 78_611_004

/**
 * One writer at a time, over all processes: a sandbox needs no speed, and so a second press of a button always sees
 * what the first one did.
 */
export async function writing<Result>(
  db: Database,
  settings: SandboxSettings,
  request: Work['request'],
  task: (work: Work) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${WRITE_LOCK})`)
    return task(createWork(tx, settings, request))
  })
}
