import type { CallEndReason } from '#contract/realtime.ts'
import type { CallEngine } from '#contract/vapi.ts'

/** A call that broke off longer ago can't be continued. */
const CONTINUED_WITHIN_MS = 120_000
/** The longest interval between two beats of a live call, allowing for a slow database. */
const BEAT_AT_LATEST_MS = 10_000
/**
 * Whether a call that ended for this reason may have been interrupted. After a broken connection the page closes its socket
 * in the normal way, so a call that it continues may have ended as `person-ended`.
 */
const MAY_GO_ON: Record<CallEndReason, boolean> = {
  'person-ended': true,
  'connection-lost': true,
  'server-stopping': true,
  'server-lost': true,
  failed: true,
  'limit-reached': false,
  idle: false,
  silent: false,
  'host-ended': false,
  'access-ended': false,
}

/** Terms set when the call was granted; they never change. */
export interface CallTerms {
  engine: CallEngine
  /** Null if only the minutes of a plan limit the call. */
  limitMs: number | null
  /** Whether and from when the minutes of a plan are charged. */
  charged: 'never' | 'from-start' | 'from-first-words'
}

/**
 * The life of every call, on every engine.
 *
 *              joined           ended · lost · continued
 *   created ─────────────▶ live ────────────────────────▶ ended, with a reason
 *      │                   ▲  ⟲ beat · engaged              ⟲ continued
 *      │ expired           │
 *      │ withdrawn         │ joined: only at Vapi, which begins a call without asking
 *      ▼                   │
 *   expired ───────────────┘
 *
 * An event that is not drawn changes nothing, so an event may come twice, late or out of order.
 */
export type CallState =
  | { status: 'created'; expiresAt: Date; chargedFromMs: number | null }
  | { status: 'live'; startedAt: Date; heartbeatAt: Date; durationMs: number; chargedFromMs: number | null }
  | {
      status: 'ended'
      reason: CallEndReason
      startedAt: Date
      endedAt: Date
      durationMs: number
      chargedFromMs: number | null
      /** The call that continues this one. */
      continuedById: string | null
    }
  | { status: 'expired'; chargedFromMs: number | null }

export type CallEvent =
  /** A token was redeemed, or Vapi reports that the call runs. `isUnpaid`: it runs although no minutes are left for it. */
  | { type: 'joined'; at: Date; startedAt?: Date; isUnpaid?: boolean }
  | { type: 'beat'; at: Date; durationMs: number }
  /** A visitor's first words were understood, `atMs` after the start of the call. */
  | { type: 'engaged'; atMs: number }
  | { type: 'ended'; reason: CallEndReason; at: Date; durationMs: number }
  /** The process that held the call has died: there was no beat after `silentSince`. */
  | { type: 'lost'; silentSince: Date }
  /** Another call continues this one. */
  | { type: 'continued'; at: Date; byId: string }
  | { type: 'expired'; at: Date }
  /** Another token was issued instead. */
  | { type: 'withdrawn' }

/** Effects of the change of state, carried out in the same transaction. */
export type CallEffect =
  /** Checks the limits again and reserves the call's budget. For a call at Vapi, this happened with the grant. */
  | { type: 'take-budget' }
  /** Gives back what was reserved with the grant of a call that has not begun. */
  | { type: 'release-budget' }
  /** Reserves a budget again that had been released. */
  | { type: 'retake-budget' }
  /** Checks whether the call, which Vapi has begun, has a place among the simultaneous ones. */
  | { type: 'check-place' }
  /** Reserves the first minutes of the payer's plan. */
  | { type: 'take-minutes' }
  /** Counts what was used and releases the rest. */
  | { type: 'settle'; durationMs: number; billedMs: number }

export interface CallStep {
  state: CallState
  effects: readonly CallEffect[]
}

/** Pure. Returns the same state object if the event changes nothing. */
export function transition(terms: CallTerms, state: CallState, event: CallEvent): CallStep {
  const unchanged: CallStep = { state, effects: [] }
  switch (event.type) {
    case 'joined':
      return state.status === 'created' || state.status === 'expired' ? join(terms, state, event) : unchanged
    case 'beat': {
      if (state.status !== 'live') return unchanged
      const durationMs = Math.max(state.durationMs, Math.round(event.durationMs))
      return { state: { ...state, durationMs, heartbeatAt: event.at }, effects: [] }
    }
    case 'engaged':
      if (state.status !== 'live' || state.chargedFromMs !== null || terms.charged !== 'from-first-words')
        return unchanged
      return { state: { ...state, chargedFromMs: Math.round(event.atMs) }, effects: [{ type: 'take-minutes' }] }
    case 'ended':
      return state.status === 'live' ? end(state, event) : unchanged
    case 'lost':
      // A call at Vapi has no process of ours that could die; Vapi reports its end later.
      if (state.status !== 'live' || terms.engine === 'vapi' || state.heartbeatAt > event.silentSince) return unchanged
      return end(state, { reason: 'server-lost', at: state.heartbeatAt, durationMs: state.durationMs })
    case 'continued':
      return goOn(terms, state, event)
    case 'expired':
      return state.status === 'created' && state.expiresAt <= event.at ? expire(terms, state) : unchanged
    case 'withdrawn':
      return state.status === 'created' ? expire(terms, state) : unchanged
  }
}

type Joinable = Extract<CallState, { status: 'created' | 'expired' }>
type Live = Extract<CallState, { status: 'live' }>

function join(terms: CallTerms, state: Joinable, event: Extract<CallEvent, { type: 'joined' }>): CallStep {
  const { at, startedAt = at, isUnpaid = false } = event
  const isAtVapi = terms.engine === 'vapi'
  if (!isAtVapi && (state.status === 'expired' || state.expiresAt <= at)) return { state, effects: [] }
  const isCharged = terms.charged !== 'never' && !isUnpaid
  const chargedFromMs = !isCharged ? null : terms.charged === 'from-start' ? 0 : state.chargedFromMs
  const effects: CallEffect[] = []
  if (!isAtVapi) effects.push({ type: 'take-budget' })
  else {
    if (state.status === 'expired') effects.push({ type: 'retake-budget' })
    effects.push({ type: 'check-place' })
  }
  if (chargedFromMs !== null) effects.push({ type: 'take-minutes' })
  return { state: { status: 'live', startedAt, heartbeatAt: at, durationMs: 0, chargedFromMs }, effects }
}

function end(
  { startedAt, chargedFromMs }: Live,
  ending: { reason: CallEndReason; at: Date; durationMs: number },
  continuedById: string | null = null,
): CallStep {
  const durationMs = Math.max(0, Math.round(ending.durationMs))
  const billedMs = chargedFromMs === null ? 0 : Math.max(0, durationMs - chargedFromMs)
  const { reason, at: endedAt } = ending
  return {
    state: { status: 'ended', reason, startedAt, endedAt, durationMs, chargedFromMs, continuedById },
    effects: [{ type: 'settle', durationMs, billedMs }],
  }
}

function goOn(terms: CallTerms, state: CallState, event: Extract<CallEvent, { type: 'continued' }>): CallStep {
  const unchanged: CallStep = { state, effects: [] }
  // Only Vapi can end a call at Vapi.
  if (terms.engine === 'vapi' || (state.status !== 'live' && state.status !== 'ended')) return unchanged
  if (state.status === 'ended' && !MAY_GO_ON[state.reason]) return unchanged
  const lastAt = state.status === 'live' ? state.heartbeatAt : state.endedAt
  if (+lastAt <= +event.at - CONTINUED_WITHIN_MS) return unchanged
  // A live call lasts until now, but a call whose process has died stopped soon after its last beat.
  const durationMs =
    state.status === 'live'
      ? Math.max(state.durationMs, Math.min(+event.at, +lastAt + BEAT_AT_LATEST_MS) - +state.startedAt)
      : state.durationMs
  if (terms.limitMs !== null && durationMs >= terms.limitMs) return unchanged
  if (state.status === 'ended') return { state: { ...state, continuedById: event.byId }, effects: [] }
  return end(state, { reason: 'connection-lost', at: event.at, durationMs }, event.byId)
}

function expire(terms: CallTerms, { chargedFromMs }: Joinable): CallStep {
  return {
    state: { status: 'expired', chargedFromMs },
    effects: terms.engine === 'vapi' ? [{ type: 'release-budget' }] : [],
  }
}
