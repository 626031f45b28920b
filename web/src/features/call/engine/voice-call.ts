import type { CallEndReason } from '#contract/realtime.ts'
import type { MouthCue } from '#contract/visemes.ts'
import type { StartFailure } from './call-problem.ts'
import type { CallState, EngineEvent } from './call-state.ts'
import type { StartProgress } from './start-stages.ts'

/** A live voice call on the built-in engine or on Vapi. One at a time; it may be started again. */
export interface VoiceCall extends WatchedCall {
  /** Must be called inside a click, which unlocks sound. Ignored while a call is on. */
  start(options: StartOptions): void
  setMuted(muted: boolean): void
  /** Said in writing: cuts the assistant short and is answered by voice. */
  sendText(text: string): void
  /** What was filled in, by the ids of the fields; ignored where the form is gone. */
  submitForm(id: string, values: Readonly<Record<string, string>>): void
  /** The caller puts the form away, and says it instead. */
  dismissForm(id: string): void
  closeCard(): void
  /** Push-to-talk: while on, the microphone is heard only between `hold` and `release`. */
  setPushToTalk(on: boolean): void
  hold(): void
  release(): void
  /** Asks for the microphone again. */
  retryMicrophone(): void
  /** Whether the microphone goes into the call. Off while the browser's own recogniser listens instead. */
  setListening(on: boolean): void
  /** The caller begins to speak, by another's judgement than the engine's: the assistant falls silent. */
  interrupt(): void
  /** What the mouth does at this moment; asked for on every frame. */
  mouth(): MouthSource
  /** The wave that is heard now, into the given array (−1…1); zeros in silence. */
  wave(into: Float32Array<ArrayBuffer>): void
}

/** A call as far as its panel's surroundings know it. */
export interface WatchedCall {
  state: () => CallState
  /** Returns the way to stop listening. */
  on: <Name extends keyof VoiceCallEvents>(name: Name, listener: (payload: VoiceCallEvents[Name]) => void) => () => void
  /** Idempotent; also ends a call that is still starting. */
  end(): void
}

export interface StartOptions {
  assistantId?: string
  /** Goes on with the call that broke off, where the state says that it may. */
  goesOn?: boolean
}

export type MouthSource =
  | { kind: 'closed' }
  | { kind: 'cues'; cues: readonly MouthCue[]; positionMs: number }
  /** Where no cues are known: min(1, level / 0.15) (spec section 9). */
  | { kind: 'level'; level: number }

export interface VoiceCallEvents {
  /** `state()` gives something new. */
  change: null
  progress: StartProgress
  'call-start-success': null
  'call-start-failed': StartFailure
  'call-start': null
  'call-end': { reason: CallEndReason }
  'status-update': { status: 'ended'; endedReason: EndedReason }
  'speech-update': { role: 'assistant'; status: 'started' | 'stopped' }
}

/** In the voice platform's words; the caller's own leaving is the one that the specification names. */
export type EndedReason = 'customer-ended-call' | Exclude<CallEndReason, 'person-ended'>

/** One start of a call on some engine, from the click to the end. The state has changed before each of its methods is called. */
export interface CallAttempt extends Pick<
  VoiceCall,
  | 'setMuted'
  | 'setPushToTalk'
  | 'hold'
  | 'release'
  | 'setListening'
  | 'retryMicrophone'
  | 'interrupt'
  | 'mouth'
  | 'wave'
> {
  sendText(id: string, text: string): void
  submitForm(id: string, values: Readonly<Record<string, string>>): void
  dismissForm(id: string): void
  /** Lets everything go that the attempt holds. The last captions may still be reported here. */
  close(): void
}

/** What an attempt knows of its call, and tells it. */
export interface AttemptContext {
  assistantId: string | undefined
  state: () => CallState
  /** Raised when the attempt is over. */
  signal: AbortSignal
  /** Not heard any more once the attempt is closed. */
  report: (event: EngineEvent) => void
  /** Ends the attempt, unless it was given up meanwhile. */
  fail: (error: unknown) => void
  onProgress: (progress: StartProgress) => void
  /** All stages of the start are through. */
  onStarted: () => void
}

/** Called inside the click. @throws what keeps the call from starting */
export type BeginAttempt = (context: AttemptContext) => CallAttempt
