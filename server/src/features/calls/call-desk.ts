import { DEMO_CALL_LIMIT_MS, type ContinuedCall, type StartCallResponse } from '#contract/calls.ts'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { conversationSettingsSchema } from '#contract/conversations.ts'
import { AppError } from '#contract/errors.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import type { CallEngine } from '#contract/vapi.ts'
import type { CallActions } from '../../voice/actions.ts'
import type { AdmittedCall } from '../../voice/call-ports.ts'
import type { Actions } from '../actions/actions.ts'
import type { Assistants, CallableAssistant } from '../assistants/assistants.ts'
import type { Usage } from '../billing/billing.ts'
import type { AssistantLimits } from './assistant-limits.ts'
import type { CallGrants } from './call-grants.ts'
import type { CallReads } from './call-reads.ts'
import type { CallRecords } from './call-records.ts'
import { callerOf, isFree, isVisitor, keepsLines, type Caller, type CallRow } from './call-row.ts'
import { createLiveCall, type LiveCall } from './live-call.ts'
import type { CallerKeys } from './caller-keys.ts'
import type { SpendingLedger } from './spending-ledger.ts'
import { createVisitorMemories } from './visitor-memories.ts'

/** If no more than this is left of the plan, the page is told at the start; otherwise when the limit comes near. */
const SHORT_REST_MS = 300_000
/** How many lines of the earlier call the brain is given when a call is continued. */
const MEMORY_LINES = 40
/** Share of the seats that free calls and visitors may take; the rest is kept for callers whose own plan pays. */
const OPEN_SHARE_OF_SEATS = 0.8

interface CallDeskOptions {
  records: CallRecords
  grants: CallGrants
  reads: CallReads
  ledger: Pick<SpendingLedger, 'beat'>
  keys: CallerKeys
  assistants: Pick<Assistants, 'find'>
  actions: Pick<Actions, 'forCall'>
  usage: Usage
  limits: Pick<AssistantLimits, 'left'>
  /** Limit on the calls that this process holds. */
  maxCalls: number
  onFault: (callId: string, error: unknown) => void
}

interface CallWish extends ContinuedCall {
  assistantId: string
  /** The client's address as rate limits count it. */
  clientKey: string
  /** What carries the call; by default the built-in engine. */
  engine?: CallEngine
}

export type FeatureCallDesk = ReturnType<typeof createCallDesk>

export function createCallDesk(options: CallDeskOptions) {
  const { records, grants, reads, keys, assistants, actions, usage } = options
  const held = new Map<string, LiveCall>()
  const memories = createVisitorMemories(MEMORY_LINES)
  const openSeats = Math.max(1, Math.floor(options.maxCalls * OPEN_SHARE_OF_SEATS))
  /** Number of open seats taken by calls that this process holds or is about to admit. */
  let openSeatsTaken = 0

  /** What is left of the plan that pays; null for a demo call. */
  async function lookAtPlan(caller: Caller, { payerId, isTry = false }: CallableAssistant) {
    if (isTry) return null
    const userId = caller && 'userId' in caller ? caller.userId : null
    if (payerId === undefined) return userId === null ? null : usage.look(userId)
    try {
      const plan = await usage.look(payerId, 'business')
      // The plan has ended since the assistant was found.
      if (!plan) throw new AppError('assistant-unavailable')
      return plan
    } catch (error) {
      // Only the owner is told that the minutes are used up, since visitors can't do anything about it.
      const isOthers = payerId !== userId && error instanceof AppError && error.code === 'minutes-used-up'
      throw isOthers ? new AppError('assistant-resting', { cause: error }) : error
    }
  }

  /** The call's assistant in its current state. */
  async function assistantOf(row: CallRow): Promise<CallableAssistant> {
    try {
      const found = await assistants.find(row.assistantId, callerOf(row))
      if (found) return found
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('call-token-invalid', { cause: error })
    }
    throw new AppError('call-token-invalid')
  }

  async function grantTo(
    caller: Caller,
    found: CallableAssistant,
    wish: CallWish & { site?: string },
  ): Promise<StartCallResponse> {
    const plan = await lookAtPlan(caller, found)
    const { continues, continuesToken } = wish
    const { row, token, continuedId } = await grants.grant({
      caller,
      engine: wish.engine ?? 'builtin',
      payerId: found.payerId ?? null,
      assistantId: found.definition.id,
      limitMs: plan ? null : DEMO_CALL_LIMIT_MS,
      network: keys.network(wish.clientKey),
      site: wish.site ?? null,
      keptDays: keptDaysOf(found),
      continuing: continues === undefined ? undefined : { callId: continues, token: continuesToken },
    })
    if (continuedId !== undefined) held.get(continuedId)?.end('connection-lost')
    const rest = plan?.remainingMs ?? null
    return {
      callId: row.id,
      token,
      tokenExpiresAt: row.tokenExpiresAt.toISOString(),
      // Relative to the page, because the browser knows under which name and scheme it reached the server.
      url: REALTIME_PATH,
      limitMs: rest !== null && rest <= SHORT_REST_MS ? rest : row.limitMs,
      isDemo: plan === null,
      continued: continuedId !== undefined,
    }
  }

  async function findFor(caller: Caller, assistantId: string): Promise<CallableAssistant> {
    const found = await assistants.find(assistantId, caller)
    if (!found) throw new AppError('assistant-unavailable')
    return found
  }

  /** What was said before a continued call. Words of visitors are kept in the memory of this process only. */
  async function memoryOf(row: CallRow) {
    if (row.continuesId === null) return undefined
    return keepsLines(row) ? reads.memoryOf(row.continuesId, MEMORY_LINES) : memories.take(row.continuesId)
  }

  /**
   * Takes one of the open seats if the call needs one. @throws AppError `unavailable`. @returns the function that frees
   * the seat
   */
  function takeSeat(row: CallRow): () => void {
    if (!isFree(row) && !isVisitor(row)) return () => {}
    if (openSeatsTaken >= openSeats) {
      throw new AppError('unavailable', { detail: 'All lines are busy. Please try again in a minute.' })
    }
    openSeatsTaken += 1
    return () => (openSeatsTaken -= 1)
  }

  /** Redeems the token, which works only once. */
  async function join(token: string, leaveSeat: () => void) {
    try {
      const joined = await records.join(token)
      if (!joined) throw new AppError('call-token-invalid')
      return joined
    } catch (error) {
      leaveSeat()
      throw error
    }
  }

  function actionsOf({ id: callId, network }: CallRow, { own, isTry = false }: CallableAssistant) {
    if (own === undefined) return undefined
    const { id: assistantId, ownerId, timeZone, settings } = own
    return actions.forCall({ callId, assistantId, ownerId, network, settings: settings.actions, timeZone, isTry })
  }

  return {
    /** The calls that this process holds: admitted, but their end is not written yet. */
    heldIds: (): string[] => [...held.keys()],

    /**
     * Grants a call. A caller without an account (undefined) is identified by network, and may only call where another
     * account's plan pays.
     * @throws AppError `unauthenticated`, `assistant-unavailable`, `assistant-resting`, `minutes-used-up`,
     * `too-many-calls`, `demo-time-used-up`, `demos-resting`
     */
    async grant(caller: Caller, wish: CallWish): Promise<StartCallResponse> {
      const found = await findFor(caller, wish.assistantId)
      if (!caller && found.payerId === undefined) throw new AppError('unauthenticated')
      return grantTo(caller, found, wish)
    },

    /**
     * Grants a call from an embedding site, given by its origin. It is a demo unless another account's plan pays.
     * @throws AppError `assistant-unavailable`, `assistant-resting`, `too-many-calls`, `unavailable`, `demos-resting`
     */
    grantGuest: async (wish: CallWish & { site: string }): Promise<StartCallResponse> =>
      grantTo(undefined, await findFor(undefined, wish.assistantId), wish),

    /** Redeems the token. @throws AppError `call-token-invalid`, `unavailable`, and the errors of limits */
    async admit(token: string): Promise<AdmittedCall> {
      // Checked before the token is redeemed, since the assistant may have been paused or changed meanwhile.
      const seen = token === '' ? undefined : await reads.peek(token)
      if (!seen) throw new AppError('call-token-invalid')
      const assistant = await assistantOf(seen)
      const memory = await memoryOf(seen)
      const leaveSeat = takeSeat(seen)
      const { row, budget = { fixedMicros: 0 }, minutes } = await join(token, leaveSeat)
      const call = createLiveCall({
        row,
        records,
        ledger: options.ledger,
        budget,
        minutes,
        usage,
        limits: options.limits,
        onLine: (line) => {
          if (!keepsLines(row)) memories.add(row.id, line)
        },
        onFault: (error) => options.onFault(row.id, error),
        onEnded() {
          if (held.delete(row.id)) leaveSeat()
          memories.over(row.id)
        },
      })
      held.set(row.id, call)
      if (memory && !keepsLines(row)) memories.goOn(row.id, memory)
      const caller = row.userId ?? row.teamSessionId ?? row.id
      return {
        callId: row.id,
        caller,
        account: row.payerId ?? caller,
        assistant: assistant.definition,
        limitMs: call.limitMs(),
        watchLimit: (changed) => call.watchLimit(changed),
        watchEnd: (end) => call.watchEnd(end),
        memory,
        spending: call.spending,
        visitor: isVisitor(row) ? call.visitor : undefined,
        recorder: call.recorder,
        actions: actionsOf(row, assistant),
      }
    },

    /** The assistant and actions for a call at Vapi. @throws AppError `call-token-invalid` if the call is no longer live */
    async partsOf(row: CallRow): Promise<{ definition: AssistantDefinition; actions: CallActions | undefined }> {
      const found = await assistantOf(row)
      return { definition: found.definition, actions: actionsOf(row, found) }
    },

    /** Ends calls of this process whose records have ended, because their owner is gone or they are continued elsewhere. */
    async followRecords(): Promise<void> {
      for (const [id, reason] of await reads.endedElsewhere([...held.keys()])) held.get(id)?.end(reason)
    },
  }
}

/** For how many days the owner keeps what is said; null if it is not kept, as in all trial calls. */
function keptDaysOf({ own, isTry = false }: CallableAssistant): number | null {
  if (own === undefined || isTry) return null
  const { keeps, days } = conversationSettingsSchema.parse(own.settings.conversations)
  return keeps ? days : null
}
