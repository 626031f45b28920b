import type { CallEndReason } from '#contract/realtime.ts'
import type { MouthCue } from '#contract/visemes.ts'
import type { StartFailure } from './call-problem.ts'
import type { CallState, EngineEvent, SoundEvent } from './call-state.ts'
import type { StartProgress, StartStages } from './start-stages.ts'

/** A live voice call, on the built-in engine or on Vapi. It holds one call at a time, and can be started again. */
export interface VoiceCall extends WatchedCall {
  /** Must be called inside a click, since browsers allow sound only then. Ignored while a call is on. */
  start(options: StartOptions): void
  setMuted(muted: boolean): void
  /** Sends a typed line: it interrupts the assistant and is answered by voice. */
  sendText(text: string): void
  /** Submits the values by field id; ignored when the form is no longer open. */
  submitForm(id: string, values: Readonly<Record<string, string>>): void
  /** Closes the form: the caller prefers to say the values. */
  dismissForm(id: string): void
  closeCard(): void
  /** While push-to-talk is on, the microphone is sent only between `hold` and `release`. */
  setPushToTalk(on: boolean): void
  hold(): void
  release(): void
  /** Asks for the microphone again. */
  retryMicrophone(): void
  /** Whether the microphone is sent to the server. Off while the browser's own recogniser is used. */
  setListening(on: boolean): void
  /** Silences the assistant, because something other than the engine has noticed that the caller speaks. */
  interrupt(): void
  /** Shows whether the caller speaks, as noticed by something other than the engine. */
  setCallerSpeaking(on: boolean): void
  /** The current source of the mouth's shape; called on every frame. */
  mouth(): MouthSource
  /** Copies the waveform of this moment into the array (−1…1); zeros in silence. */
  wave(into: Float32Array<ArrayBuffer>): void
}

/** The part of a call that the components around its panel need. */
export interface WatchedCall {
  state: () => CallState
  /** Returns a function that removes the listener. */
  on: <Name extends keyof VoiceCallEvents>(name: Name, listener: (payload: VoiceCallEvents[Name]) => void) => () => void
  /** May be called several times; also ends a call that is still starting. */
  end(): void
}

interface StartOptions {
  assistantId?: string
  /** Continues the interrupted call, if the state allows it. */
  goesOn?: boolean
}

export type MouthSource =
  | { kind: 'closed' }
  | { kind: 'cues'; cues: readonly MouthCue[]; positionMs: number }
  /** Used where no visemes are known: min(1, level / 0.15) (spec section 9). */
  | { kind: 'level'; level: number }

export interface VoiceCallEvents {
  /** `state()` returns a new value. */
  change: null
  progress: StartProgress
  'call-start-success': null
  'call-start-failed': StartFailure
  'call-start': null
  'call-end': { reason: CallEndReason }
  'status-update': { status: 'ended'; endedReason: EndedReason }
  'speech-update': { role: 'assistant'; status: 'started' | 'stopped' }
}

/** Why a call ended. A caller's hanging up has Vapi's name, as the specification requires. */
type EndedReason = 'customer-ended-call' | Exclude<CallEndReason, 'person-ended'>

/**
 * One attempt to hold a call on some engine, from the click to the end. The state has already changed when one of its
 * methods is called.
 */
export interface CallAttempt extends Pick<VoiceCall, 'retryMicrophone' | 'interrupt' | 'mouth' | 'wave'> {
  applySound(event: SoundEvent): void
  sendText(id: string, text: string): void
  submitForm(id: string, values: Readonly<Record<string, string>>): void
  dismissForm(id: string): void
  /**
   * Releases everything that the attempt holds. The last captions may still be reported before it returns. A promise
   * resolves when the engine can hold the next call.
   */
  close(): void | Promise<void>
}

/** What an attempt knows about its call, and how it reports to it. */
export interface AttemptContext {
  assistantId: string | undefined
  /** Resolves when the previous attempt has closed. */
  before: Promise<void>
  state: () => CallState
  /** Aborted when the attempt is over. */
  signal: AbortSignal
  /** Ignored once the attempt is closed. */
  report: (event: EngineEvent) => void
  /** Ends the attempt, and the open stage, as failed, unless the attempt was given up meanwhile. */
  fail: (error: unknown) => void
  stages: StartStages
  /** Called when all stages of the start are complete. */
  onStarted: () => void
}

/**
 * Called inside the click.
 * @throws the reason why the call cannot start
 */
export type BeginAttempt = (context: AttemptContext) => CallAttempt
