import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { vapiCalls } from '../../infra/db/schema/vapi-calls.ts'
import type { Caller, CallRow, OnCallEnded } from './call-store.ts'

/** A call that broke off longer ago is over. */
const CONTINUED_WITHIN_MS = 120_000
/** Between two beats of a live call, with patience for a slow database. */
const BEAT_AT_LATEST_MS = 10_000

/** What a caller says of the call that shall go on. */
export interface Continuing {
  callId: string
  /** By which a caller without an account proves that it was theirs. */
  token: string | undefined
}

/** A call that was ended because it goes on in another one. */
export interface TakenOver {
  callId: string
  /** Null: it had no limit of its own. */
  remainingMs: number | null
  /** Its payer was being charged. */
  isCharged: boolean
}

interface Successor {
  continuing: Continuing
  owner: Caller
  payerId: string | null
  assistantId: string
  callId: string
}

/**
 * Ends the call that broke off, if it is this caller's, and leaves what it had left to its successor. A call goes on in
 * one other call only; one that was granted and never joined is replaced. Undefined: a new call begins.
 */
export async function takeOver(
  tx: Transaction,
  { continuing, owner, payerId, assistantId, callId }: Successor,
  onEnded: OnCallEnded,
): Promise<TakenOver | undefined> {
  const [old] = await tx.select().from(calls).where(eq(calls.id, continuing.callId)).for('update')
  if (!old || old.startedAt === null || old.assistantId !== assistantId || old.payerId !== payerId) return undefined
  if (!isOf(owner, old, continuing.token) || !wasLive(old)) return undefined
  // Such a call is Vapi's to end.
  if ((await tx.$count(vapiCalls, eq(vapiCalls.callId, old.id))) > 0) return undefined
  if (old.continuedById !== null && !(await withdraw(tx, old.continuedById))) return undefined

  const isLive = old.status === 'live'
  // The clock of a live call runs on until here; that of a process that died stopped with its last beat.
  const lastMs = Math.min(Date.now(), (old.heartbeatAt ?? old.startedAt).getTime() + BEAT_AT_LATEST_MS)
  const elapsedMs = isLive ? Math.max(old.durationMs, lastMs - old.startedAt.getTime()) : old.durationMs
  const remainingMs = old.limitMs === null ? null : old.limitMs - elapsedMs
  if (remainingMs !== null && remainingMs <= 0) return undefined
  const ending = {
    status: 'ended',
    endReason: 'connection-lost',
    endedAt: new Date(),
    durationMs: elapsedMs,
    network: null,
  } as const
  await tx
    .update(calls)
    .set({ ...(isLive ? ending : {}), continuedById: callId })
    .where(eq(calls.id, old.id))
  if (isLive) {
    const billedMs = Math.max(0, elapsedMs - (old.chargedFromMs ?? 0))
    await onEnded(tx, { callId: old.id, durationMs: elapsedMs, billedMs })
  }
  return { callId: old.id, remainingMs, isCharged: old.chargedFromMs !== null }
}

/** Only a hash is kept, so that a copy of the database opens no calls. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function isOf(owner: Caller, call: CallRow, token: string | undefined): boolean {
  if ('userId' in owner) return call.userId === owner.userId
  if ('teamSessionId' in owner) return call.teamSessionId === owner.teamSessionId
  if (call.userId !== null || call.teamSessionId !== null) return false
  return token !== undefined && hashOfToken(token) === call.tokenHash
}

function wasLive({ status, heartbeatAt, endedAt }: CallRow): boolean {
  const lastMs = (status === 'live' ? heartbeatAt : endedAt)?.getTime() ?? 0
  return status !== 'created' && lastMs > Date.now() - CONTINUED_WITHIN_MS
}

/** False when the earlier successor was joined. */
async function withdraw(tx: Transaction, callId: string): Promise<boolean> {
  const withdrawn = await tx
    .update(calls)
    // Not now: a join that read its own clock before, and waited for this transaction, would still find it good.
    .set({ tokenExpiresAt: new Date(0) })
    .where(and(eq(calls.id, callId), eq(calls.status, 'created')))
    .returning({ id: calls.id })
  if (withdrawn.length > 0) return true
  // It was never joined, and has been deleted since.
  return (await tx.$count(calls, eq(calls.id, callId))) === 0
}
