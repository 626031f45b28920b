import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { CallEngine } from '#contract/vapi.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import type { CallAdmission } from './call-admission.ts'
import type { CallRecords } from './call-records.ts'
import type { Caller, CallRow } from './call-row.ts'

/** Leaves time for a slow network and the browser's request for the microphone; too short to be passed on. */
const TOKEN_LIFETIME_MS = 60_000
/** For a caller without an account: just enough for the browser's request for the microphone. */
const VISITOR_TOKEN_LIFETIME_MS = 30_000

const DAY_MS = 86_400_000

interface CallGrant {
  caller: Caller
  engine: CallEngine
  /** The account whose plan pays, if it is not the caller's own. */
  payerId: string | null
  assistantId: string
  limitMs: number | null
  /** A keyed hash of the caller's network address. */
  network: string
  /** The origin of the site that embeds the assistant. */
  site: string | null
  /** For how many days the owner of the assistant keeps what is said; null if not at all. */
  keptDays: number | null
  /** The call to continue, and the token with which a caller without an account proves to have made that call. */
  continuing: { callId: string; token: string | undefined } | undefined
}

/**
 * Creates the record of a call that may be joined. If it continues another call, that call ends in the same transaction
 * and passes its remaining time on.
 */
export function createCallGrants(db: Database, admission: CallAdmission, records: CallRecords) {
  /** Undefined if the caller has no such call or it can't be continued. A call can be continued only once. */
  async function takeOver(tx: Transaction, wanted: CallGrant, newId: string): Promise<CallRow | undefined> {
    const { caller, continuing, assistantId, payerId } = wanted
    if (!continuing) return undefined
    const [old] = await tx.select().from(calls).where(eq(calls.id, continuing.callId)).for('update')
    if (!old || old.assistantId !== assistantId || old.payerId !== payerId) return undefined
    if (!isOf(caller, old, continuing.token)) return undefined
    if (old.continuedById !== null && !(await withdraw(tx, old.continuedById))) return undefined
    return (await records.apply(tx, old, { type: 'continued', at: new Date(), byId: newId }))?.row
  }

  /** @returns false if the call has been joined already */
  async function withdraw(tx: Transaction, callId: string): Promise<boolean> {
    const [row] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update')
    if (row) await records.apply(tx, row, { type: 'withdrawn' })
    return !row || row.status === 'created' || row.status === 'expired'
  }

  /**
   * @returns the call with its key, and the id of the call that it continues and thereby ended
   * @throws AppError if a limit refuses the call; everything is then rolled back
   */
  async function grant(wanted: CallGrant) {
    const { caller, engine, payerId, assistantId, limitMs, network, site, keptDays } = wanted
    const id = `call_${randomUUID()}`
    // The prefix of ephemeral keys in OpenAI's protocol; browser clients reject other keys.
    const token = `ek_${randomBytes(32).toString('base64url')}`
    const createdAt = new Date()
    return db.transaction(async (tx) => {
      // Locks the earlier call before the owner's row: the same order as for joining and ending a call.
      const old = await takeOver(tx, wanted, id)
      const leftMs = old?.limitMs == null ? Infinity : old.limitMs - old.durationMs
      const values = {
        id,
        userId: null,
        teamSessionId: null,
        ...caller,
        payerId,
        assistantId,
        engine,
        limitMs: limitMs === null ? null : Math.min(limitMs, leftMs),
        chargedFromMs: old?.chargedFromMs == null ? null : 0,
        network,
        site,
        continuesId: old?.id ?? null,
        keptUntil: keptDays === null ? null : new Date(createdAt.getTime() + keptDays * DAY_MS),
        tokenHash: hashOfSecret(token),
        tokenExpiresAt: new Date(createdAt.getTime() + (caller ? TOKEN_LIFETIME_MS : VISITOR_TOKEN_LIFETIME_MS)),
        createdAt,
      }
      await admission.refuse(tx, values)
      const [row] = await tx.insert(calls).values(values).returning()
      if (!row) throw new AppError('internal')
      // Vapi will start the call without asking again, so the budget is reserved now.
      if (engine === 'vapi') await admission.take(tx, row)
      return { row, token, continuedId: old?.id }
    })
  }

  return { grant }
}

export type CallGrants = ReturnType<typeof createCallGrants>

function isOf(caller: Caller, call: CallRow, token: string | undefined): boolean {
  if (caller && 'userId' in caller) return call.userId === caller.userId
  if (caller) return call.teamSessionId === caller.teamSessionId
  if (call.userId !== null || call.teamSessionId !== null) return false
  return token !== undefined && hashOfSecret(token) === call.tokenHash
}
