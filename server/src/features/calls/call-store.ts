import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { CallEndReason } from '#contract/realtime.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { teamSessions, users } from '../../db/schema/auth.ts'
import { callLines, calls } from '../../db/schema/calls.ts'
import { vapiCalls } from '../../db/schema/vapi-calls.ts'
import type { Owner } from '../../http/session.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'

/** Long enough for a slow network and a microphone question, too short to be passed on. */
export const TOKEN_LIFETIME_MS = 60_000
/** A live call beats every 5 s; one that has been silent for this long has lost its process. */
export const LOST_AFTER_MS = 20_000
/** Any number that nothing else locks. */
const GUESTS_LOCK = 7_041_733

export type CallRow = typeof calls.$inferSelect
export type CallLineRow = typeof callLines.$inferSelect

/**
 * Who may have calls: people we know, visitors of somebody's own assistant, and (null) of
 * the catalogue's on other sites. Of visitors we know nothing.
 */
export type Caller = Owner | { guestOf: string | null }

/** What `nextBefore` looks like; the years are those that every date type knows. */
export const CURSOR_PATTERN = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~call_[0-9a-f-]{36}$/

export interface GrantedCall {
  callId: string
  token: string
  tokenExpiresAt: Date
}

export interface CallGrant {
  owner: Caller
  /** Whose plan pays where it is not the caller's. */
  payerId?: string | undefined
  assistantId: string
  limitMs: number | null
  maxOpen: number
}

/** All that is asked of the database about calls. Dates are the server's, so that order and pages agree with them. */
export interface CallStore {
  /** Whom a token would let in; nothing is used up. */
  peek(token: string): Promise<CallRow | undefined>
  /** Undefined when the owner already has `maxOpen` calls that are live or may yet be joined. */
  grant(call: CallGrant): Promise<GrantedCall | undefined>
  /** Uses the token up: of two that come with the same one, a single one gets the call. */
  /**
   * `onJoined` is part of it: when that rejects, the token is as good as before.
   */
  join(token: string, onJoined?: (tx: Transaction, call: CallRow) => Promise<void>): Promise<CallRow | undefined>
  saveLines(callId: string, lines: readonly RecordedLine[]): Promise<void>
  heartbeat(callId: string, durationMs: number): Promise<void>
  /** Idempotent: the first ending stands. */
  end(callId: string, reason: CallEndReason, durationMs: number): Promise<void>
  list(owner: Owner, page: { before: string | undefined; limit: number }): Promise<CallPage>
  /** Ends the live calls but these that were silent for so long, with the minutes they had at their last beat. */
  endLost(silentForMs: number, exceptIds: readonly string[]): Promise<number>
}

export interface CallPage {
  rows: { call: CallRow; lines: CallLineRow[] }[]
  nextBefore: string | null
}

/** Told of every ending, as part of the transaction that writes it. */
export type OnCallEnded = (tx: Transaction, callId: string, durationMs: number) => Promise<void>

export function createCallStore(db: Database, onEnded: OnCallEnded = async () => {}): CallStore {
  return {
    async peek(token) {
      const [row] = await db.select().from(calls).where(joinable(token, new Date()))
      return row
    },

    async grant({ owner, payerId, assistantId, limitMs, maxOpen }) {
      const callId = `call_${randomUUID()}`
      // The prefix of ephemeral keys in OpenAI's protocol: browser clients insist on it.
      const token = `ek_${randomBytes(32).toString('base64url')}`
      const createdAt = new Date()
      const tokenExpiresAt = new Date(createdAt.getTime() + TOKEN_LIFETIME_MS)
      const person = 'guestOf' in owner ? {} : owner
      const row = {
        id: callId,
        ...person,
        payerId,
        assistantId,
        limitMs,
        tokenHash: hash(token),
        tokenExpiresAt,
        createdAt,
      }
      return db.transaction(async (tx) => {
        await lockOwner(tx, owner)
        if ((await countOpen(tx, owner)) >= maxOpen) return undefined
        await tx.insert(calls).values(row)
        return { callId, token, tokenExpiresAt }
      })
    },

    join: (token, onJoined = async () => {}) =>
      db.transaction(async (tx) => {
        const now = new Date()
        const [row] = await tx
          .update(calls)
          .set({ status: 'live', startedAt: now, heartbeatAt: now })
          .where(joinable(token, now))
          .returning()
        if (row) await onJoined(tx, row)
        return row
      }),

    async saveLines(callId, lines) {
      if (lines.length === 0) return
      await db
        .insert(callLines)
        .values(lines.map((line) => ({ ...line, callId, atMs: Math.round(line.atMs) })))
        .onConflictDoUpdate({
          target: [callLines.callId, callLines.itemId],
          set: {
            content: sql`excluded.content`,
            interrupted: sql`excluded.interrupted`,
            timings: sql`excluded.timings`,
          },
        })
    },

    async heartbeat(callId, durationMs) {
      await db
        .update(calls)
        .set({ durationMs, heartbeatAt: new Date() })
        .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
    },

    async end(callId, reason, durationMs) {
      await db.transaction(async (tx) => {
        await tx
          .update(calls)
          .set({ status: 'ended', endReason: reason, durationMs, endedAt: new Date() })
          .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
        await onEnded(tx, callId, durationMs)
      })
    },

    async list(owner, { before, limit }) {
      const rows = await db
        .select()
        .from(calls)
        .where(and(ownedBy(owner), inArray(calls.status, ['live', 'ended']), olderThan(before)))
        .orderBy(desc(calls.createdAt), desc(calls.id))
        .limit(limit + 1)
      const page = rows.slice(0, limit)
      const lines = await linesOf(
        db,
        page.map((row) => row.id),
      )
      const last = page.at(-1)
      return {
        rows: page.map((call) => ({ call, lines: lines.filter((line) => line.callId === call.id) })),
        nextBefore: rows.length > limit && last ? cursorOf(last) : null,
      }
    },

    async endLost(silentForMs, exceptIds) {
      const since = new Date(Date.now() - silentForMs)
      // Those that Vapi makes need no process of ours; they are followed elsewhere.
      const atVapi = db.select({ id: vapiCalls.callId }).from(vapiCalls)
      return db.transaction(async (tx) => {
        const lost = await tx
          .update(calls)
          .set({ status: 'ended', endReason: 'server-lost', endedAt: sql`${calls.heartbeatAt}` })
          .where(
            and(
              eq(calls.status, 'live'),
              lte(calls.heartbeatAt, since),
              notInArray(calls.id, [...exceptIds]),
              notInArray(calls.id, atVapi),
            ),
          )
          .returning({ id: calls.id, durationMs: calls.durationMs })
        for (const { id, durationMs } of lost) await onEnded(tx, id, durationMs)
        return lost.length
      })
    },
  }
}

/** Makes grants to one owner wait for each other, so that many at the same moment see each other's rows. */
async function lockOwner(tx: Transaction, owner: Caller): Promise<void> {
  if ('guestOf' in owner && owner.guestOf === null) {
    await tx.execute(sql`select pg_advisory_xact_lock(${GUESTS_LOCK})`)
    return
  }
  const row =
    'teamSessionId' in owner
      ? tx.select({ id: teamSessions.id }).from(teamSessions).where(eq(teamSessions.id, owner.teamSessionId))
      : tx
          .select({ id: users.id })
          .from(users)
          .where(eq(users.id, 'userId' in owner ? owner.userId : (owner.guestOf ?? '')))
  await row.for('no key update')
}

async function countOpen(tx: Transaction, owner: Caller): Promise<number> {
  const now = Date.now()
  const isLive = and(eq(calls.status, 'live'), gt(calls.heartbeatAt, new Date(now - LOST_AFTER_MS)))
  const canBeJoined = and(eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date(now)))
  return tx.$count(calls, and(ownedBy(owner), or(isLive, canBeJoined)))
}

async function linesOf(db: Database, callIds: string[]): Promise<CallLineRow[]> {
  if (callIds.length === 0) return []
  return db.select().from(callLines).where(inArray(callLines.callId, callIds)).orderBy(asc(callLines.position))
}

function ownedBy(owner: Caller): SQL | undefined {
  if ('userId' in owner) return eq(calls.userId, owner.userId)
  if ('teamSessionId' in owner) return eq(calls.teamSessionId, owner.teamSessionId)
  const paidBy = owner.guestOf === null ? isNull(calls.payerId) : eq(calls.payerId, owner.guestOf)
  return and(paidBy, isNull(calls.userId), isNull(calls.teamSessionId))
}

function joinable(token: string, now: Date): SQL | undefined {
  return and(eq(calls.tokenHash, hash(token)), eq(calls.status, 'created'), gt(calls.tokenExpiresAt, now))
}

/** Only a hash is kept, so that a copy of the database opens no calls. */
function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function cursorOf(row: CallRow): string {
  return `${row.createdAt.toISOString()}~${row.id}`
}

function olderThan(cursor: string | undefined): SQL | undefined {
  const [moment = '', id = ''] = cursor?.split('~') ?? []
  const createdAt = new Date(moment)
  if (Number.isNaN(createdAt.getTime())) return undefined
  return or(lt(calls.createdAt, createdAt), and(eq(calls.createdAt, createdAt), lt(calls.id, id)))
}
