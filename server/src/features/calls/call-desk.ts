import type { AssistantDefinition } from '#contract/assistant.ts'
import { DEMO_CALL_LIMIT_MS, type ContinuedCall, type StartCallResponse } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { CallBudget } from '../../voice/spending.ts'
import type { AdmittedCall, CallDesk } from '../../voice/call-ports.ts'
import type { Assistants, CallableAssistant } from '../assistants/assistants.ts'
import type { Granted, Usage } from '../billing/billing.ts'
import type { CallAdmission } from './call-admission.ts'
import type { Caller, CallRow, CallStore } from './call-store.ts'
import { createLiveCall, type LiveCall } from './live-call.ts'
import { isVisitor } from './open-calls.ts'
import type { CallerKeys } from './person-key.ts'
import type { SpendingLedger } from './spending-ledger.ts'
import { createVisitorMemories } from './visitor-memories.ts'

/**
 * Live ones and such as may yet be joined. A page that broke off without a word counts for some seconds, or until its
 * token expires; more than this at once is nobody's conversation.
 */
const MAX_CALLS_AT_ONCE = 3
/** A page is told from the start when no more than this is left of its plan; otherwise once it comes into sight. */
const SHORT_REST_MS = 300_000
/** Lines that the brain is told of a call that goes on. */
const MEMORY_LINES = 40

/** As assistants see who calls; undefined for a caller without an account. */
export type CallerIdentity = Owner | undefined

export interface CallDeskOptions {
  store: CallStore
  admission: CallAdmission
  ledger: SpendingLedger
  keys: CallerKeys
  assistants: Pick<Assistants, 'find'>
  usage: Usage
  onFault: (callId: string, error: unknown) => void
}

/** A caller without an account. */
export interface Guest {
  clientKey: string
}

/** What is wanted, and from where. */
export interface CallWish extends ContinuedCall {
  assistantId: string
  /** The client's address, as rate limits see it. */
  clientKey: string
  /** The call is joined by other means than its token, so its seat and budget are taken at once. */
  isElsewhere?: boolean
}

/** Grants calls to people and lets their sockets in. */
export interface FeatureCallDesk extends CallDesk {
  /**
   * A caller without an account (undefined) is known by where they come from, and may talk where another's plan pays.
   * @throws AppError `unauthenticated`, `assistant-unavailable`, `assistant-resting`, `minutes-used-up`,
   * `too-many-calls`, `demo-time-used-up`, `demos-resting`
   */
  grant(caller: CallerIdentity, wish: CallWish): Promise<StartCallResponse>
  /**
   * A call of a visitor of another site, who is not known here: a demo, unless another's plan pays.
   * @throws AppError `assistant-unavailable`, `assistant-resting`, `too-many-calls`, `unavailable`, `demos-resting`
   */
  grantGuest(wish: CallWish): Promise<StartCallResponse>
  /** The calls that this process holds: admitted, and their end not yet written. */
  heldIds(): string[]
  /** Ends those calls of this process that have ended in the records: their owner is gone, or they go on elsewhere. */
  followRecords(): Promise<void>
}

export function createCallDesk(options: CallDeskOptions): FeatureCallDesk {
  const { store, admission, ledger, keys, assistants, usage } = options
  const held = new Map<string, LiveCall>()
  const memories = createVisitorMemories(MEMORY_LINES)

  /** What is left of the plan that pays; null for a demo call. */
  async function lookAtPlan(caller: Caller, { payerId, isTry = false }: CallableAssistant) {
    if (isTry) return null
    const userId = 'userId' in caller ? caller.userId : null
    if (payerId === undefined) return userId === null ? null : usage.look(userId)
    try {
      const plan = await usage.look(payerId, 'business')
      // It has ended since the assistant was found.
      if (!plan) throw new AppError('assistant-unavailable')
      return plan
    } catch (error) {
      // Whose minutes they are is told that; others cannot do anything about it.
      const isOthers = payerId !== userId && error instanceof AppError && error.code === 'minutes-used-up'
      throw isOthers ? new AppError('assistant-resting', { cause: error }) : error
    }
  }

  /** Whom a call is with, by now. */
  async function assistantOf(row: CallRow): Promise<AssistantDefinition> {
    try {
      const found = await assistants.find(row.assistantId, identityOf(row))
      if (found) return found.definition
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('call-token-invalid', { cause: error })
    }
    throw new AppError('call-token-invalid')
  }

  async function grantTo(caller: Caller, found: CallableAssistant, wish: CallWish): Promise<StartCallResponse> {
    const { payerId } = found
    const plan = await lookAtPlan(caller, found)
    const limitMs = plan ? null : DEMO_CALL_LIMIT_MS
    const network = keys.network(wish.clientKey)
    const { continues, continuesToken: token } = wish
    const granted = await store.grant({
      owner: caller,
      payerId,
      assistantId: found.definition.id,
      limitMs,
      network,
      continuing: continues === undefined ? undefined : { callId: continues, token },
      maxOpen: MAX_CALLS_AT_ONCE,
      async check(tx, before, id) {
        const person = { userId: null, teamSessionId: null, ...('guestOf' in caller ? {} : caller) }
        const continuesId = before?.callId ?? null
        const call = { id, ...person, payerId: payerId ?? null, limitMs, network, continuesId }
        await (wish.isElsewhere ? admission.take(tx, call) : admission.refuse(tx, call))
      },
    })
    if (!granted) throw new AppError('too-many-calls')
    if (granted.before) held.get(granted.before.callId)?.end('connection-lost')
    const rest = plan?.remainingMs ?? null
    return {
      callId: granted.callId,
      token: granted.token,
      tokenExpiresAt: granted.tokenExpiresAt.toISOString(),
      // Relative to the page: the client knows best by which name and scheme it reached the server.
      url: REALTIME_PATH,
      limitMs: rest !== null && rest <= SHORT_REST_MS ? rest : granted.limitMs,
      isDemo: plan === null,
      continued: granted.before !== undefined,
    }
  }

  /** What was said before, in a call that goes on. Of visitors only this process knows it. */
  async function memoryOf(row: CallRow) {
    if (row.continuesId === null) return undefined
    return keepsLines(row) ? store.memoryOf(row.continuesId, MEMORY_LINES) : memories.take(row.continuesId)
  }

  return {
    heldIds: () => [...held.keys()],

    async grant(caller, wish) {
      const found = await assistants.find(wish.assistantId, caller)
      if (!found) throw new AppError('assistant-unavailable')
      if (caller) return grantTo(caller, found, wish)
      if (found.payerId === undefined) throw new AppError('unauthenticated')
      return grantTo({ guestOf: found.payerId }, found, wish)
    },

    async grantGuest(wish) {
      const found = await assistants.find(wish.assistantId, undefined)
      if (!found) throw new AppError('assistant-unavailable')
      return grantTo({ guestOf: found.payerId ?? null }, found, wish)
    },

    async admit(token): Promise<AdmittedCall> {
      // Before the token is used up: an assistant may have been paused or changed meanwhile.
      const seen = token === '' ? undefined : await store.peek(token)
      if (!seen) throw new AppError('call-token-invalid')
      const assistant = await assistantOf(seen)
      const memory = await memoryOf(seen)
      let minutes: Granted | undefined
      let budget: CallBudget = { fixedMicros: 0 }
      const row = await store.join(token, async (tx, joined) => {
        budget = await admission.take(tx, joined)
        const { id: callId, userId, payerId, limitMs, chargedFromMs } = joined
        const paidBy = payerId ?? userId
        // One without a limit of its own is a plan's. A visitor's is charged once something is said.
        if (limitMs !== null || paidBy === null || (isVisitor(joined) && chargedFromMs === null)) return
        minutes = await usage.begin(tx, { callId, userId: paidBy, plans: payerId === null ? 'any' : 'business' })
      })
      if (!row) throw new AppError('call-token-invalid')
      const call = createLiveCall({
        row,
        store,
        ledger,
        budget,
        minutes,
        visitorsPayerId: isVisitor(row) && row.limitMs === null ? (row.payerId ?? undefined) : undefined,
        usage,
        keepsLines: keepsLines(row),
        onLine: (line) => {
          if (!keepsLines(row)) memories.add(row.id, line)
        },
        onFault: (error) => options.onFault(row.id, error),
        onEnded() {
          held.delete(row.id)
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
        assistant,
        limitMs: call.limitMs(),
        watchLimit: (changed) => call.watchLimit(changed),
        watchEnd: (end) => call.watchEnd(end),
        memory,
        spending: call.spending,
        visitor: isVisitor(row) ? call.visitor : undefined,
        recorder: call.recorder,
      }
    },

    async followRecords() {
      for (const [id, reason] of await store.endedElsewhere([...held.keys()])) held.get(id)?.end(reason)
    },
  }
}

function identityOf({ userId, teamSessionId }: CallRow): CallerIdentity {
  if (userId !== null) return { userId }
  return teamSessionId === null ? undefined : { teamSessionId }
}

/** What a caller says of whom nothing is known could never be shown to them, nor deleted for them: it is not kept. */
function keepsLines({ userId, teamSessionId }: CallRow): boolean {
  return userId !== null || teamSessionId !== null
}
