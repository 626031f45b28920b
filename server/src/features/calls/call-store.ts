import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, lt, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { CallEndReason } from '#contract/realtime.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { teamSessions, users } from '../../infra/db/schema/auth.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { vapiCalls } from '../../infra/db/schema/vapi-calls.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { HeardLine } from '../../voice/brain/brain.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'
import { hashOfToken, takeOver, type Continuing, type TakenOver } from './continue-call.ts'
import { isOpen } from './open-calls.ts'

/** Long enough for a slow network and a microphone question, too short to be passed on. */
export const TOKEN_LIFETIME_MS = 60_000
/** A caller without an account can take nothing else up: time for the question for the microphone, and no more. */
export const VISITOR_TOKEN_LIFETIME_MS = 30_000
/** Owned calls end with their owner; nothing else says why. */
const OWNER_GONE: CallEndReason = 'access-ended'

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
  limitMs: number | null
  /** The call that goes on here. */
  before: TakenOver | undefined
}

export interface CallGrant {
  owner: Caller
  /** Whose plan pays where it is not the caller's. */
  payerId?: string | undefined
  assistantId: string
  limitMs: number | null
  /** A keyed hash of where the caller is. */
  network: string
  continuing?: Continuing | undefined
  /** Of an owner, live or still to be joined. Visitors are counted when they join. */
  maxOpen: number
  /** Part of it, once an earlier call has been ended; whatever it throws leaves everything as it was. */
  check?: ((tx: Transaction, before: TakenOver | undefined, callId: string) => Promise<void>) | undefined
}

/** All that is asked of the database about calls. Dates are the server's, so that order and pages agree with them. */
export interface CallStore {
  /** Whom a token would let in; nothing is used up. */
  peek(token: string): Promise<CallRow | undefined>
  /** Undefined when the owner already has `maxOpen` calls that are live or may yet be joined. */
  grant(call: CallGrant): Promise<GrantedCall | undefined>
  /**
   * Uses the token up: of two that come with the same one, a single one gets the call. `onJoined` is part of it: when that rejects, the token is as good as before.
   */
  join(token: string, onJoined?: (tx: Transaction, call: CallRow) => Promise<void>): Promise<CallRow | undefined>
  saveLines(callId: string, lines: readonly RecordedLine[]): Promise<void>
  heartbeat(callId: string, durationMs: number): Promise<void>
  /** Charges the payer from this moment of the call on; `onCharged` is part of it. */
  charge(callId: string, fromMs: number, onCharged: (tx: Transaction) => Promise<void>): Promise<void>
  /** Idempotent: the first ending stands. */
  end(callId: string, ending: CallEnding): Promise<void>
  /** Which of these calls are over, and why, as far as it was not their own process that ended them. */
  endedElsewhere(callIds: readonly string[]): Promise<Map<string, CallEndReason>>
  /** The last lines of a call and of those that went on in it, oldest first. */
  memoryOf(callId: string, limit: number): Promise<HeardLine[]>
  list(owner: Owner, page: { before: string | undefined; limit: number }): Promise<CallPage>
  /** Ends the live calls but these that were silent for so long, with the minutes they had at their last beat. */
  endLost(silentForMs: number, exceptIds: readonly string[]): Promise<number>
}

export interface CallPage {
  rows: { call: CallRow; lines: CallLineRow[] }[]
  nextBefore: string | null
}

export interface CallEnding {
  reason: CallEndReason
  durationMs: number
  /** From where on the payer was charged; null where that never began. Undefined: as the record says. */
  chargedFromMs?: number | null | undefined
}

/** Told of every ending, as part of the transaction that writes it. `billedMs`: what the payer is charged for. */
export type OnCallEnded = (
  tx: Transaction,
  call: { callId: string; durationMs: number; billedMs: number },
) => Promise<void>

export function createCallStore(db: Database, onEnded: OnCallEnded = async () => {}): CallStore {
  return {
    async peek(token) {
      const [row] = await db.select().from(calls).where(joinable(token, new Date()))
      return row
    },

    async grant({ owner, payerId, assistantId, limitMs, network, continuing, maxOpen, check }) {
      const callId = `call_${randomUUID()}`
      // The prefix of ephemeral keys in OpenAI's protocol: browser clients insist on it.
      const token = `ek_${randomBytes(32).toString('base64url')}`
      const createdAt = new Date()
      const tokenExpiresAt = new Date(
        createdAt.getTime() + ('guestOf' in owner ? VISITOR_TOKEN_LIFETIME_MS : TOKEN_LIFETIME_MS),
      )
      const person = 'guestOf' in owner ? {} : owner
      const row = {
        id: callId,
        ...person,
        payerId,
        assistantId,
        network,
        tokenHash: hashOfToken(token),
        tokenExpiresAt,
        createdAt,
      }
      return db.transaction(async (tx) => {
        // The earlier call before its owner, in the order in which calls are joined and ended.
        const before =
          continuing &&
          (await takeOver(tx, { continuing, owner, payerId: payerId ?? null, assistantId, callId }, onEnded))
        if (!('guestOf' in owner)) {
          await lockOwner(tx, owner)
          if ((await countOpen(tx, owner)) >= maxOpen) return undefined
        }
        await check?.(tx, before, callId)
        const shortened = limitMs === null ? null : Math.min(limitMs, before?.remainingMs ?? limitMs)
        const chargedFromMs = before?.isCharged ? 0 : null
        await tx.insert(calls).values({ ...row, limitMs: shortened, chargedFromMs, continuesId: before?.callId })
        return { callId, token, tokenExpiresAt, limitMs: shortened, before }
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

    charge: (callId, fromMs, onCharged) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(calls)
          .set({ chargedFromMs: Math.round(fromMs) })
          .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
          .returning({ id: calls.id })
        if (row) await onCharged(tx)
      }),

    async end(callId, { reason, durationMs, chargedFromMs }) {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(calls)
          .set({ status: 'ended', endReason: reason, durationMs, endedAt: new Date(), network: null })
          .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
          .returning({ chargedFromMs: calls.chargedFromMs })
        const fromMs = (chargedFromMs === undefined ? row?.chargedFromMs : chargedFromMs) ?? 0
        await onEnded(tx, { callId, durationMs, billedMs: Math.max(0, durationMs - fromMs) })
      })
    },

    async endedElsewhere(callIds) {
      if (callIds.length === 0) return new Map()
      const rows = await db
        .select({ id: calls.id, status: calls.status, endReason: calls.endReason, expiresAt: teamSessions.expiresAt })
        .from(calls)
        .leftJoin(teamSessions, eq(teamSessions.id, calls.teamSessionId))
        .where(inArray(calls.id, [...callIds]))
      const byId = new Map(rows.map((row) => [row.id, row]))
      const over = new Map<string, CallEndReason>()
      for (const id of callIds) {
        const row = byId.get(id)
        if (!row || (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now())) over.set(id, OWNER_GONE)
        else if (row.status === 'ended') over.set(id, row.endReason ?? 'failed')
      }
      return over
    },

    async memoryOf(callId, limit) {
      const memory: HeardLine[] = []
      // A caller on a train may have lost several calls in a row.
      let next: string | null = callId
      while (next !== null && memory.length < limit) {
        const [row]: { continuesId: string | null }[] = await db
          .select({ continuesId: calls.continuesId })
          .from(calls)
          .where(eq(calls.id, next))
        const lines = await linesOf(db, [next])
        memory.unshift(...lines.filter(({ content }) => content !== '').map(({ role, content }) => ({ role, content })))
        next = row?.continuesId ?? null
      }
      return memory.slice(-limit)
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
          .set({ status: 'ended', endReason: 'server-lost', endedAt: sql`${calls.heartbeatAt}`, network: null })
          .where(
            and(
              eq(calls.status, 'live'),
              lte(calls.heartbeatAt, since),
              notInArray(calls.id, [...exceptIds]),
              notInArray(calls.id, atVapi),
            ),
          )
          .returning({ id: calls.id, durationMs: calls.durationMs, chargedFromMs: calls.chargedFromMs })
        for (const { id, durationMs, chargedFromMs } of lost) {
          await onEnded(tx, { callId: id, durationMs, billedMs: Math.max(0, durationMs - (chargedFromMs ?? 0)) })
        }
        return lost.length
      })
    },
  }
}

/** Makes grants to one owner wait for each other, so that many at the same moment see each other's rows. */
async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  const row =
    'teamSessionId' in owner
      ? tx.select({ id: teamSessions.id }).from(teamSessions).where(eq(teamSessions.id, owner.teamSessionId))
      : tx.select({ id: users.id }).from(users).where(eq(users.id, owner.userId))
  await row.for('no key update')
}

async function countOpen(tx: Transaction, owner: Owner): Promise<number> {
  return tx.$count(calls, and(ownedBy(owner), isOpen()))
}

async function linesOf(db: Database, callIds: string[]): Promise<CallLineRow[]> {
  if (callIds.length === 0) return []
  return db.select().from(callLines).where(inArray(callLines.callId, callIds)).orderBy(asc(callLines.position))
}

function ownedBy(owner: Owner): SQL {
  return 'userId' in owner ? eq(calls.userId, owner.userId) : eq(calls.teamSessionId, owner.teamSessionId)
}

function joinable(token: string, now: Date): SQL | undefined {
  return and(eq(calls.tokenHash, hashOfToken(token)), eq(calls.status, 'created'), gt(calls.tokenExpiresAt, now))
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
