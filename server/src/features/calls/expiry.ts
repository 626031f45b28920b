import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { calls } from '../../db/schema/calls.ts'

const KEPT_AFTER_TOKEN_MS = 3_600_000

/** Deletes the calls that were granted and never joined. */
export async function deleteUnjoinedCalls(db: Database): Promise<void> {
  const before = new Date(Date.now() - KEPT_AFTER_TOKEN_MS)
  await db.delete(calls).where(and(eq(calls.status, 'created'), lt(calls.tokenExpiresAt, before)))
}
