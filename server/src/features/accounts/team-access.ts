import { randomBytes, randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, max, notLike, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { teamAccessTries, teamSessions } from '../../infra/db/schema/auth.ts'
import { describeWait } from '../../infra/http/rate-limit.ts'
import { hashOfSecret, isSameSecret } from '../../infra/secrets.ts'
import type { KnownDevices } from './known-devices.ts'

const TEAM_SESSION_LIFETIME_MS = 12 * 3_600_000

/**
 * Wrong codes that one device or network may enter without waiting. Each further one waits twice as long as the one
 * before.
 */
const FREE_TRIES = 5
const FIRST_WAIT_MS = 60_000
const MAX_WAIT_MS = 3_600_000
const REMEMBERED_MS = 24 * 3_600_000
/**
 * Limit for all networks together, not counting devices of team members. A code has six characters. If they are only
 * digits, 20 wrong codes in 15 minutes, 1,920 a day, try half of the million codes in 260 days, however many machines
 * guess together; six letters and digits would take 1,500 years. Team members' devices are not counted, so that guessing
 * elsewhere never locks them out; such a device may enter 34 wrong codes a day.
 */
const MAX_TRIES_OVERALL = 20
const OVERALL_WINDOW_MS = 15 * 60_000

const DEVICE_PREFIX = 'device:'
/** Key of the advisory lock that serialises the counting of attempts. */
const TRIES_LOCK = 20_261_122

/**
 * Exchanges the access code for a token.
 * @throws AppError `team-code-wrong`, or `rate-limited` while the device or network must wait. A refused attempt does not
 * lengthen the wait.
 */
export async function enterTeam(
  db: Database,
  devices: KnownDevices,
  entry: { code: string; expectedCode: string; clientKey: string; deviceTokens: readonly string[] },
) {
  const { code, expectedCode, clientKey, deviceTokens } = entry
  const subject = { teamCode: expectedCode }
  const known = devices.find(deviceTokens, subject)
  const key = known ? `${DEVICE_PREFIX}${known.deviceId}` : clientKey
  await countTry(db, key)
  if (!isSameSecret(code, expectedCode)) throw new AppError('team-code-wrong')

  await db.delete(teamAccessTries).where(eq(teamAccessTries.clientKey, key))
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + TEAM_SESSION_LIFETIME_MS)
  await db.insert(teamSessions).values({ id: randomUUID(), tokenHash: hashOfSecret(token), expiresAt })
  return { token, expiresAt, deviceToken: known?.token ?? devices.issue(subject) }
}

/** The session of a token; undefined for a missing, wrong or expired token. */
export async function findTeamSession(db: Database, token: string | null) {
  if (!token) return undefined
  const isValid = gt(teamSessions.expiresAt, new Date())
  return db.query.teamSessions.findFirst({ where: and(eq(teamSessions.tokenHash, hashOfSecret(token)), isValid) })
}

export async function leaveTeam(db: Database, token: string): Promise<void> {
  await db.delete(teamSessions).where(eq(teamSessions.tokenHash, hashOfSecret(token)))
}

/** Counts an attempt before the code is checked. The lock makes concurrent attempts count each other. */
async function countTry(db: Database, key: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TRIES_LOCK})`)
    const now = new Date()
    // If the clock was set back, attempts lie in the future, and everyone would have to wait for the clock to catch up.
    await tx.update(teamAccessTries).set({ triedAt: now }).where(gt(teamAccessTries.triedAt, now))
    const waitMs = Math.max(await ownWaitMs(tx, key, now), isDevice(key) ? 0 : await overallWaitMs(tx, now))
    if (waitMs > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
      throw new AppError('rate-limited', {
        detail: `There were too many wrong access codes. Please try again in ${describeWait(retryAfterSeconds)}.`,
        retryAfterSeconds,
      })
    }
    await tx.insert(teamAccessTries).values({ id: randomUUID(), clientKey: key, triedAt: now })
  })
}

const isDevice = (key: string): boolean => key.startsWith(DEVICE_PREFIX)

async function ownWaitMs(tx: Transaction, key: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - REMEMBERED_MS)
  const [own] = await tx
    .select({ tries: count(), last: max(teamAccessTries.triedAt) })
    .from(teamAccessTries)
    .where(and(eq(teamAccessTries.clientKey, key), gt(teamAccessTries.triedAt, since)))
  if (!own?.last || own.tries < FREE_TRIES) return 0
  const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (own.tries - FREE_TRIES))
  return own.last.getTime() + waitMs - now.getTime()
}

async function overallWaitMs(tx: Transaction, now: Date): Promise<number> {
  const since = new Date(now.getTime() - OVERALL_WINDOW_MS)
  const recent = await tx
    .select({ triedAt: teamAccessTries.triedAt })
    .from(teamAccessTries)
    .where(and(gt(teamAccessTries.triedAt, since), notLike(teamAccessTries.clientKey, `${DEVICE_PREFIX}%`)))
    .orderBy(desc(teamAccessTries.triedAt))
    .limit(MAX_TRIES_OVERALL)
  const oldest = recent[MAX_TRIES_OVERALL - 1]
  return oldest ? oldest.triedAt.getTime() + OVERALL_WINDOW_MS - now.getTime() : 0
}
