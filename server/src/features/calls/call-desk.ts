import type { AssistantDefinition } from '#contract/assistant.ts'
import { DEMO_CALL_LIMIT_MS, type StartCallResponse } from '#contract/calls.ts'
import { AppError } from '#contract/errors.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import type { Owner } from '../../http/session.ts'
import type { CallRecorder } from '../../voice/call/call-recorder.ts'
import type { AdmittedCall, CallDesk } from '../../voice/voice-engine.ts'
import { createCallMeter } from './call-meter.ts'
import { TOKEN_LIFETIME_MS, type Caller, type CallRow, type CallStore } from './call-store.ts'
import { NOTHING_SOLD, type Entitlements, type Granted } from './entitlements.ts'
import { createGuestSeats } from './guest-seats.ts'
import { createStoreRecorder } from './store-recorder.ts'

/**
 * Live ones and such as may yet be joined. A page that broke off without a word counts for some seconds, or until its
 * token expires; more than this at once is nobody's conversation.
 */
const MAX_CALLS_AT_ONCE = 3
/** Of visitors without an account, over all assistants of one owner. */
const MAX_GUESTS_AT_ONCE = 20
/** A page is told from the start when no more than this is left of its plan; otherwise once it comes into sight. */
const SHORT_REST_MS = 300_000

/** Somebody who can be talked to, and on whose account. */
export interface CallableAssistant {
  definition: AssistantDefinition
  /** Whose business plan pays; undefined where the caller's plan does. */
  payerId?: string
  /** A try of a minute, whatever plan the caller has. */
  isTry?: boolean
}

export interface CallDeskOptions {
  store: CallStore
  /** @throws AppError in words for the caller, where somebody is there but cannot be talked to. */
  findAssistant: (assistantId: string, caller: { userId: string | null }) => Promise<CallableAssistant | undefined>
  /** None: every call is a demo call. */
  entitlements?: Entitlements
  onFault: (callId: string, error: unknown) => void
}

/** Somebody without an account. */
export interface Guest {
  clientKey: string
}

/** Grants calls to people and lets their sockets in. */
export interface FeatureCallDesk extends CallDesk {
  /**
   * Somebody without an account is known by where they come from, and may talk where somebody else's plan pays.
   * @throws AppError `unauthenticated`, `assistant-unavailable`, `assistant-resting`, `minutes-used-up`, `too-many-calls`
   */
  grant(caller: Owner | Guest, assistantId: string): Promise<StartCallResponse>
  /**
   * A call of somebody on another site, who is not known here: a demo, unless somebody else's plan pays.
   * @throws AppError `assistant-unavailable`, `assistant-resting`, `too-many-calls`, `unavailable`
   */
  grantGuest(guest: Guest, assistantId: string): Promise<StartCallResponse>
  /** The calls that this process holds: admitted, and their end not yet written. */
  heldIds(): string[]
}

export function createCallDesk(options: CallDeskOptions): FeatureCallDesk {
  const { store, findAssistant, entitlements = NOTHING_SOLD } = options
  const held = new Set<string>()
  const seats = createGuestSeats(TOKEN_LIFETIME_MS)

  /** What is left of the plan that pays; null for a demo call. */
  async function lookAtPlan(caller: Caller, { payerId, isTry = false }: CallableAssistant) {
    if (isTry) return null
    const userId = 'userId' in caller ? caller.userId : null
    if (payerId === undefined) return userId === null ? null : entitlements.look(userId)
    try {
      const plan = await entitlements.look(payerId, 'business')
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
      const found = await findAssistant(row.assistantId, { userId: row.userId })
      if (found) return found.definition
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError('call-token-invalid', { cause: error })
    }
    throw new AppError('call-token-invalid')
  }

  async function grantTo(caller: Caller, found: CallableAssistant): Promise<StartCallResponse> {
    const { payerId } = found
    const plan = await lookAtPlan(caller, found)
    const limitMs = plan ? null : DEMO_CALL_LIMIT_MS
    const maxOpen = 'guestOf' in caller ? MAX_GUESTS_AT_ONCE : MAX_CALLS_AT_ONCE
    const assistantId = found.definition.id
    const granted = await store.grant({ owner: caller, payerId, assistantId, limitMs, maxOpen })
    if (!granted) {
      throw 'guestOf' in caller
        ? new AppError('unavailable', {
            detail: 'Many people are talking with this assistant right now. Please try again in a minute.',
          })
        : new AppError('too-many-calls')
    }
    const rest = plan?.remainingMs ?? null
    return {
      ...granted,
      tokenExpiresAt: granted.tokenExpiresAt.toISOString(),
      // Relative to the page: the client knows best by which name and scheme it reached the server.
      url: REALTIME_PATH,
      limitMs: rest !== null && rest <= SHORT_REST_MS ? rest : limitMs,
      isDemo: plan === null,
    }
  }

  async function seat({ clientKey }: Guest, found: CallableAssistant): Promise<StartCallResponse> {
    const taken = seats.take(clientKey)
    try {
      const granted = await grantTo({ guestOf: found.payerId ?? null }, found)
      taken.keepFor(granted.callId)
      return granted
    } catch (error) {
      taken.giveBack()
      throw error
    }
  }

  return {
    heldIds: () => [...held],

    async grant(caller, assistantId) {
      const found = await findAssistant(assistantId, { userId: 'userId' in caller ? caller.userId : null })
      if (!found) throw new AppError('assistant-unavailable')
      if (!('clientKey' in caller)) return grantTo(caller, found)
      if (found.payerId === undefined) throw new AppError('unauthenticated')
      return seat(caller, found)
    },

    async grantGuest(guest, assistantId) {
      const found = await findAssistant(assistantId, { userId: null })
      if (!found) throw new AppError('assistant-unavailable')
      return seat(guest, found)
    },

    async admit(token): Promise<AdmittedCall> {
      // Before the token is used up: an assistant may have been paused or changed meanwhile.
      const seen = token === '' ? undefined : await store.peek(token)
      if (!seen) throw new AppError('call-token-invalid')
      const assistant = await assistantOf(seen)
      let minutes: Granted | undefined
      const row = await store.join(token, async (tx, { id: callId, userId, payerId, limitMs }) => {
        const paidBy = payerId ?? userId
        // One without a limit of its own is a plan's.
        if (limitMs !== null || paidBy === null) return
        const plans = payerId === null ? 'any' : 'business'
        minutes = await entitlements.begin(tx, { callId, userId: paidBy, plans })
      })
      if (!row) throw new AppError('call-token-invalid')
      const onFault = (error: unknown) => options.onFault(row.id, error)
      const recorder = recorderOf(row, createStoreRecorder(store, row.id, onFault))
      const meter = minutes && createCallMeter({ callId: row.id, granted: minutes, entitlements, onFault })
      held.add(row.id)
      seats.joined(row.id)
      return {
        callId: row.id,
        assistant,
        limitMs: meter ? meter.limitMs() : row.limitMs,
        watchLimit: meter?.watchLimit,
        recorder: {
          ...recorder,
          heartbeat(durationMs) {
            recorder.heartbeat(durationMs)
            meter?.beat(durationMs)
          },
          ended(reason, durationMs) {
            meter?.stop()
            seats.left(row.id)
            return recorder.ended(reason, durationMs).finally(() => held.delete(row.id))
          },
        },
      }
    },
  }
}

/** What somebody says of whom nothing is known could never be shown to them, nor deleted for them: it is not kept. */
function recorderOf({ userId, teamSessionId }: CallRow, recorder: CallRecorder): CallRecorder {
  return userId === null && teamSessionId === null ? { ...recorder, line: () => {} } : recorder
}
