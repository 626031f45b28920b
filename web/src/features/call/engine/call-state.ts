import type { ContinuedCall } from '#contract/calls.ts'
import type { ActionForm, CallEndReason, HelpOffer, ShownCard } from '#contract/realtime.ts'
import type { StartFailure } from './call-problem.ts'
import type { CaptionLine, Captions } from './captions.ts'
import type { MicrophoneStatus } from './microphone-status.ts'

/** Names a call that broke off to the server, so that the next one goes on with it. */
export type CallToResume = Required<ContinuedCall>

/** The caller's wishes, which outlast a call, and what the latest call has left. */
export interface Lasting {
  /** The microphone is heard only while a button is held. */
  pushToTalk: boolean
  /** The microphone goes into the call. False while the browser's own recogniser listens instead. */
  listening: boolean
  captions: Captions
  /** Whether the latest call is a trial, or one with a plan's minutes; null until the server has said. */
  isDemo: boolean | null
}

/** What a call knows from its start to its end. */
export interface Running {
  microphone: MicrophoneStatus
  /** When the call's time is up, on the clock of `performance.now()`; null for a call without a limit. */
  endsAtMs: number | null
  /** Something went wrong, and the call goes on. */
  notice: string | null
  /** The call that the server has granted; null where an engine can't go on with one. */
  granted: CallToResume | null
}

/** A call that broke off and that the next one may go on with. */
interface Resumable {
  resumable: CallToResume | null
}

/** Where a turn stands (spec section 4). */
export type LiveStatus = 'connected' | 'user-speaking' | 'processing' | 'listening'

export type IdleCall = Lasting & Resumable & { phase: 'idle' }
export type StartingCall = Lasting & Running & Resumable & { phase: 'starting' }
export type LiveCall = Lasting &
  Running & {
    phase: 'live'
    status: LiveStatus
    assistantSpeaking: boolean
    /** The caller's side of the microphone. `holding`: the button of push-to-talk is down. */
    sound: 'open' | 'muted' | 'holding'
    /** For seconds there has been sound, and no words came of it. */
    hearsNoWords: boolean
    /** The caller was not understood several times in a row. */
    help: HelpOffer | null
    /** What is easier typed than said; the server opens and takes it away. */
    form: ActionForm | null
    /** The latest link or picture that was shown, until the caller closes it. */
    card: ShownCard | null
  }
/** `alert`: the specification's words for what broke the call off, where there are any. */
export type EndedCall = Lasting & Resumable & { phase: 'ended'; reason: CallEndReason; alert: string | null }
export type FailedCall = Lasting & Resumable & { phase: 'failed'; failure: StartFailure }

/**
 * A call in the browser, whichever engine carries it. `callReducer` is its only writer.
 *
 *             start                joined               ended
 *   idle ────────────▶ starting ──────────▶ live ─────────────────▶ ended
 *     ▲                 │  ▲  │              │                        │
 *     └── ended ────────┘  │  └── failed ─┐  │ failed                 │
 *      (called off)        │              ▼  ▼                        │
 *                          │             failed                       │
 *                          └── start ──────┴──────────────────────────┘
 *
 *   live:  connected ── speech-started ──▶ user-speaking ── speech-ended ──▶ processing
 *                                            ▲       │                           │ assistant-finished,
 *                             speech-started │       │ speech-dismissed          │ speech-dismissed
 *                                            │       ▼                           ▼
 *                                            └── listening ◀─────────────────────┘
 */
export type CallState = IdleCall | StartingCall | LiveCall | EndedCall | FailedCall

/** The specification's six statuses. */
export type CallStatus = LiveStatus | 'disconnected' | 'error'

export const INITIAL_STATE: CallState = {
  phase: 'idle',
  resumable: null,
  pushToTalk: false,
  listening: true,
  captions: [],
  isDemo: null,
}

export type TurnEvent =
  | 'speech-started'
  /** Also push-to-talk's release: there is something to answer. */
  | 'speech-ended'
  /** The assistant has said all of its answer. */
  | 'assistant-finished'
  /** It was a cough, or a "mhm": no answer comes. */
  | 'speech-dismissed'

/** What the caller does. */
type CallersEvent =
  | { type: 'start'; goesOn: boolean }
  | { type: 'mute'; on: boolean }
  | { type: 'push-to-talk'; on: boolean }
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'listen'; on: boolean }
  | { type: 'typed'; id: string; text: string }
  | { type: 'form-dismissed'; id: string }
  | { type: 'card-closed' }

/** What ends an attempt to hold a call. */
export type FinalEvent =
  { type: 'failed'; failure: StartFailure } | { type: 'ended'; reason: CallEndReason; alert?: string }

/** What an engine tells. */
export type EngineEvent =
  | { type: 'granted'; isDemo: boolean | null; call: CallToResume | null }
  | { type: 'limit'; endsAtMs: number | null }
  | { type: 'joined' }
  | { [Type in TurnEvent]: { type: Type } }[TurnEvent]
  | { type: 'assistant-speaking'; on: boolean }
  | { type: 'line'; line: CaptionLine }
  | { type: 'line-removed'; id: string }
  | { type: 'microphone'; status: MicrophoneStatus }
  | { type: 'notice'; text: string | null }
  | { type: 'no-words' }
  | { type: 'help'; offer: HelpOffer | null }
  | { type: 'form'; form: ActionForm | null }
  | { type: 'card'; card: ShownCard }
  | FinalEvent

export type CallEvent = CallersEvent | EngineEvent

/** A call is on, or about to be. */
export function isOn(state: CallState): boolean {
  return state.phase === 'starting' || state.phase === 'live'
}

/** The next call may go on with the latest one. */
export function mayContinue(state: CallState): boolean {
  return !isOn(state) && 'resumable' in state && state.resumable !== null
}

export function statusOf(state: CallState): CallStatus {
  if (state.phase === 'live') return state.status
  return state.phase === 'failed' || (state.phase === 'ended' && state.alert !== null) ? 'error' : 'disconnected'
}

export function isAssistantSpeaking(state: CallState): boolean {
  return state.phase === 'live' && state.assistantSpeaking
}
