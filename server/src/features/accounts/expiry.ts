import { lt } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { sessions, teamAccessTries, teamSessions, verifications } from '../../infra/db/schema/auth.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes what opens nothing any more. */
export async function deleteExpiredAccess(db: Database): Promise<void> {
  const now = new Date()
  await db.delete(sessions).where(lt(sessions.expiresAt, now))
  await db.delete(teamSessions).where(lt(teamSessions.expiresAt, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, now))
  await db.delete(teamAccessTries).where(lt(teamAccessTries.triedAt, new Date(now.getTime() - DAY_MS)))
}
