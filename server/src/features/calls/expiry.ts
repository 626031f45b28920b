import { and, eq, lt, notInArray } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { vapiCalls } from '../../infra/db/schema/vapi-calls.ts'

const KEPT_AFTER_TOKEN_MS = 3_600_000
/** Vapi joins by other means than the token, and its report may be late. */
const KEPT_AT_VAPI_MS = 48 * 3_600_000

/** Deletes the calls that were granted and never joined. */
export async function deleteUnjoinedCalls(db: Database): Promise<void> {
  const before = new Date(Date.now() - KEPT_AFTER_TOKEN_MS)
  const atVapi = db.select({ id: vapiCalls.callId }).from(vapiCalls)
  await db
    .delete(calls)
    .where(and(eq(calls.status, 'created'), lt(calls.tokenExpiresAt, before), notInArray(calls.id, atVapi)))
  const longBefore = new Date(Date.now() - KEPT_AT_VAPI_MS)
  await db.delete(calls).where(and(eq(calls.status, 'created'), lt(calls.tokenExpiresAt, longBefore)))
}
