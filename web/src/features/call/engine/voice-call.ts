import type { CallEndReason } from '#contract/realtime.ts'
import type { MouthCue } from '#contract/visemes.ts'
import type { CallStatus } from './call-status.ts'
import type { Captions } from './captions.ts'
import type { MicrophoneStatus } from './microphone-status.ts'
import type { StartProgress } from './start-stages.ts'

/** A live voice call, whoever powers it: the built-in engine, or Vapi. One at a time; it may be started again. */
export interface VoiceCall {
  /** Must be called inside a click, which unlocks sound. Ignored while a call is on. */
  start(options: StartOptions): void
  /** Idempotent; also ends a call that is still starting. */
  end(): void
  setMuted(muted: boolean): void
  /** Said in writing: cuts the assistant short and is answered by voice. */
  sendText(text: string): void
  /** Push-to-talk: while on, only what is said between `hold` and `release` is heard. */
  setPushToTalk(on: boolean): void
  hold(): void
  release(): void
  /** Asks for the microphone again. */
  retryMicrophone(): void
  /** Whether the microphone goes into the call. Off while the browser's own recogniser listens instead. */
  setListening(on: boolean): void
  /** The person begins to speak, by another's judgement than the engine's: the assistant falls silent. */
  interrupt(): void

  view: () => CallView
  on: <Name extends keyof VoiceCallEvents>(name: Name, listener: (payload: VoiceCallEvents[Name]) => void) => () => void
  /** What the mouth does at this moment; asked for on every frame. */
  mouth(): MouthSource
  /** The wave that is heard now, into the given array (−1…1); zeros in silence. */
  wave(into: Float32Array<ArrayBuffer>): void
}

export interface StartOptions {
  assistantId?: string
  /** Goes on with the call that broke off, where the view says that it may. */
  goesOn?: boolean
}

export type MouthSource =
  | { kind: 'closed' }
  | { kind: 'cues'; cues: readonly MouthCue[]; positionMs: number }
  /** Where no cues are known: min(1, level / 0.15) (spec section 9). */
  | { kind: 'level'; level: number }

export interface VoiceCallEvents {
  /** `view()` gives something new. */
  change: null
  progress: StartProgress
  'call-start-success': null
  'call-start-failed': StartFailure
  'call-start': null
  'call-end': CallEnding
  'status-update': { status: 'ended'; endedReason: EndedReason }
  'speech-update': { role: 'assistant'; status: 'started' | 'stopped' }
}

/** In the voice platform's words; the person's own leaving is the one that the specification names. */
export type EndedReason = 'customer-ended-call' | Exclude<CallEndReason, 'person-ended'>

export interface CallEnding {
  reason: CallEndReason
  durationMs: number
}

/**
 * What the caller can do after a start that failed. `see-plan`: the minutes of the caller's plan are used up;
 * `see-plans`: free calls are over for now. Nothing is broken in these two.
 */
export type WayOn = 'try-again' | 'see-plan' | 'see-plans' | 'log-in'

export interface StartFailure {
  /** An alert of the specification, or that nothing but minutes is missing. */
  title: string
  /** What really happened, in words for people; null where the title says it all. */
  detail: string | null
  wayOn: WayOn
  /** For somebody who asks for help; null where no server was reached. */
  requestId: string | null
}

/** Everything that a panel shows of a call. Replaced, never changed. */
export interface CallView {
  phase: 'idle' | 'starting' | 'live'
  status: CallStatus
  assistantSpeaking: boolean
  microphone: MicrophoneStatus
  muted: boolean
  pushToTalk: boolean
  holding: boolean
  captions: Captions
  /** Whether it is a trial call, or one with a plan's minutes; null until the server has said. */
  isDemo: boolean | null
  /** When it does, on the clock of `performance.now()`. */
  endsAtMs: number | null
  /** Of the latest call, once it is over. */
  ending: CallEnding | null
  startFailure: StartFailure | null
  /** The latest call broke off, and the next one may go on with it. */
  mayGoOn: boolean
  /** Something went wrong, and the call goes on. */
  notice: string | null
  /** For seconds there has been sound, and no words came of it. */
  hearsNoWords: boolean
}

export const INITIAL_VIEW: CallView = {
  phase: 'idle',
  status: 'disconnected',
  assistantSpeaking: false,
  microphone: { state: 'unasked' },
  muted: false,
  pushToTalk: false,
  holding: false,
  captions: [],
  isDemo: null,
  endsAtMs: null,
  ending: null,
  startFailure: null,
  mayGoOn: false,
  notice: null,
  hearsNoWords: false,
}
