import type { ContinuedCall } from '#contract/calls.ts'
import type { ActionForm, CallEndReason, HelpOffer, ShownCard } from '#contract/realtime.ts'
import type { StartFailure } from './call-problem.ts'
import type { CaptionLine, Captions } from './captions.ts'
import type { MicrophoneStatus } from './microphone-status.ts'

/** Identifies an interrupted call to the server, so that the next one continues it. */
type CallToResume = Required<ContinuedCall>

/** What outlasts a call: the caller's settings, and what the latest call has left. */
export interface Lasting {
  /** The microphone is sent only while a button is held. */
  pushToTalk: boolean
  /** Whether the microphone is sent to the server. False while the browser's own recogniser is used. */
  listening: boolean
  captions: Captions
  /** Whether the latest call is a demo, rather than paid for by a plan; null until the server has said. */
  isDemo: boolean | null
  /** The latest link, picture or booking shown by the assistant, until the caller closes it. */
  card: ShownCard | null
}

/** State from the start of a call to its end. */
export interface Running {
  microphone: MicrophoneStatus
  /** The end of the call's time, on the clock of `performance.now()`; null without a limit. */
  endsAtMs: number | null
  /** A problem to show while the call goes on. */
  notice: string | null
  /** The call as granted by the server; null when the engine cannot continue calls. */
  granted: CallToResume | null
}

/** The interrupted call that the next one may continue. */
interface Resumable {
  resumable: CallToResume | null
}

/** The state of the current turn (spec section 4). */
export type LiveStatus = 'connected' | 'user-speaking' | 'processing' | 'listening'

type IdleCall = Lasting & Resumable & { phase: 'idle' }
export type StartingCall = Lasting & Running & Resumable & { phase: 'starting' }
export type LiveCall = Lasting &
  Running & {
    phase: 'live'
    status: LiveStatus
    assistantSpeaking: boolean
    /** Whether the caller's microphone is sent. `holding`: the push-to-talk button is held down. */
    sound: 'open' | 'muted' | 'holding'
    /** Sound has been arriving for seconds without any recognised words. */
    hearsNoWords: boolean
    /** Set when the caller was not understood several times in a row. */
    help: HelpOffer | null
    /** A form for values that are easier typed than said; opened and closed by the server. */
    form: ActionForm | null
  }
/** `alert`: the specification's text for what broke the call off, if it has one. */
export type EndedCall = Lasting & Resumable & { phase: 'ended'; reason: CallEndReason; alert: string | null }
type FailedCall = Lasting & Resumable & { phase: 'failed'; failure: StartFailure }

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
  card: null,
}

export type TurnEvent =
  | 'speech-started'
  /** Also sent when push-to-talk is released: the caller's turn is over. */
  | 'speech-ended'
  /** The assistant has finished its answer. */
  | 'assistant-finished'
  /** The sound was a cough or a "mhm", so no answer follows. */
  | 'speech-dismissed'

/** Actions of the caller that decide when the microphone is sent. */
export type SoundEvent =
  | { type: 'mute'; on: boolean }
  | { type: 'push-to-talk'; on: boolean }
  | { type: 'hold' }
  | { type: 'release' }
  | { type: 'listen'; on: boolean }

/** Actions of the caller. */
type CallersEvent =
  | { type: 'start'; goesOn: boolean }
  | SoundEvent
  | { type: 'typed'; id: string; text: string }
  | { type: 'form-dismissed'; id: string }
  | { type: 'card-closed' }

/** Events that end an attempt to hold a call. */
export type FinalEvent =
  | { type: 'failed'; failure: StartFailure }
  | { type: 'ended'; reason: CallEndReason; alert?: string }

/** Events reported by an engine. */
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

/** Whether a call is live or starting. */
export function isOn(state: CallState): boolean {
  return state.phase === 'starting' || state.phase === 'live'
}

/** Whether the next call can continue the latest one. */
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
