import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, asc, count, eq, gt, min } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../db/client.ts'
import { teamAccessTries, teamSessions } from '../../db/schema/auth.ts'
import { describeWait } from '../../http/rate-limit.ts'

const TEAM_SESSION_LIFETIME_MS = 12 * 3_600_000
/** Wrong codes within this time lock further tries out, right ones too. */
const TRY_WINDOW_MS = 15 * 60_000
const MAX_TRIES_PER_CLIENT = 5
/** Over all clients: a six-digit code must withstand many machines too. At this rate half of all codes take eight months. */
const MAX_TRIES_OVERALL = 20

export interface TeamAccess {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Exchanges the access code for a token.
 * @throws AppError `team-code-wrong`, or `rate-limited` while locked out.
 */
export async function enterTeam(
  db: Database,
  { code, expectedCode, clientKey }: { code: string; expectedCode: string; clientKey: string },
): Promise<TeamAccess> {
  const tryId = randomUUID()
  // Counted before it is judged, and committed at once: of many tries at the same moment each sees the others.
  await db.insert(teamAccessTries).values({ id: tryId, clientKey })
  try {
    await refuseWhenLockedOut(db, clientKey)
  } catch (error) {
    // A refused try tells nothing, so it does not lengthen the lock either.
    await db.delete(teamAccessTries).where(eq(teamAccessTries.id, tryId))
    throw error
  }
  if (!isSameText(code, expectedCode)) throw new AppError('team-code-wrong')

  await db.delete(teamAccessTries).where(eq(teamAccessTries.clientKey, clientKey))
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + TEAM_SESSION_LIFETIME_MS)
  await db.insert(teamSessions).values({ id: randomUUID(), tokenHash: hashOf(token), expiresAt })
  return { token, expiresAt }
}

/** The session that a token stands for; undefined for none, a wrong or an expired one. */
export async function findTeamSession(db: Database, token: string | null) {
  if (!token) return undefined
  const [session] = await db
    .select()
    .from(teamSessions)
    .where(and(eq(teamSessions.tokenHash, hashOf(token)), gt(teamSessions.expiresAt, new Date())))
  return session
}

export async function leaveTeam(db: Database, token: string): Promise<void> {
  await db.delete(teamSessions).where(eq(teamSessions.tokenHash, hashOf(token)))
}

async function refuseWhenLockedOut(db: Database, clientKey: string): Promise<void> {
  const isRecent = gt(teamAccessTries.triedAt, new Date(Date.now() - TRY_WINDOW_MS))
  const rows = await db
    .select({ clientKey: teamAccessTries.clientKey, tries: count(), first: min(teamAccessTries.triedAt) })
    .from(teamAccessTries)
    .where(isRecent)
    .groupBy(teamAccessTries.clientKey)
    .orderBy(asc(min(teamAccessTries.triedAt)))
  const own = rows.find((row) => row.clientKey === clientKey)
  const overall = rows.reduce((sum, row) => sum + row.tries, 0)
  const since = (own?.tries ?? 0) > MAX_TRIES_PER_CLIENT ? own?.first : rows[0]?.first
  if ((own?.tries ?? 0) <= MAX_TRIES_PER_CLIENT && overall <= MAX_TRIES_OVERALL) return
  const endsAtMs = (since?.getTime() ?? Date.now()) + TRY_WINDOW_MS
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1_000))
  throw new AppError('rate-limited', {
    detail: `There were too many wrong access codes. Please try again in ${describeWait(retryAfterSeconds)}.`,
    retryAfterSeconds,
  })
}

/** Takes equally long wherever the texts differ. */
function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(createHash('sha256').update(one).digest(), createHash('sha256').update(other).digest())
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
