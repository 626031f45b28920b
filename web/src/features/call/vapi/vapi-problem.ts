import type { CallEndReason } from '#contract/realtime.ts'
import type { StartFailure } from '../engine/call-problem.ts'
import { WITHOUT_NOISE_CANCELLATION, type MicrophoneProblem } from '../engine/microphone-status.ts'

/** The alerts of the specification's sections 5 and 8. */
export const UNAUTHORIZED =
  'Authentication failed: Please make sure you are using your PUBLIC Vapi API key, not your private key. You can find your public key in your Vapi dashboard under API Keys.'
/** Under an alert that only says what went wrong. */
export const WHAT_TO_DO = 'No time was counted. Try again, or choose "Built in" as the voice engine.'
export const NO_KEY = 'Please provide your Vapi API key'
export const NO_ASSISTANT_ID = 'Please provide your Vapi Assistant ID'

/** What a person has to enter before trying again could help; null where nothing is missing. */
export function missingEntry(failure: StartFailure | null): 'vapiKey' | 'vapiAssistantId' | null {
  if (failure?.title === NO_KEY) return 'vapiKey'
  return failure?.title === NO_ASSISTANT_ID ? 'vapiAssistantId' : null
}

export type VapiProblem =
  /** The call cannot begin, or is over. */
  | { kind: 'fatal'; alert: string }
  /** Vapi ended the call; Daily calls that an error. */
  | { kind: 'ejected' }
  /** The call goes on. */
  | { kind: 'notice'; text: string }
  | { kind: 'microphone-lost' }
  | { kind: 'nothing' }

/** What an `error` of the SDK means. Its shape varies with where it comes from, so it is looked through for words. */
export function vapiProblemOf(payload: unknown): VapiProblem {
  switch (textAt(payload, ['type']) ?? '') {
    case 'daily-error':
      return isEjection(payload) ? { kind: 'ejected' } : fatal(payload)
    case 'audio-processing-setup-error':
      return { kind: 'notice', text: WITHOUT_NOISE_CANCELLATION }
    case 'audio-processor-recovery-error':
      return { kind: 'microphone-lost' }
    case 'audio-start-failed':
      return {
        kind: 'notice',
        text: 'Your browser blocked the sound. End the call, then start it again with the button.',
      }
    // Neither a recording nor a level is needed to talk.
    case 'video-recording-setup-error':
    case 'audio-observer-setup-error':
      return { kind: 'nothing' }
    default:
      return fatal(payload)
  }
}

function fatal(payload: unknown): VapiProblem {
  return { kind: 'fatal', alert: isUnauthorized(payload) ? UNAUTHORIZED : `Vapi error: ${messageOf(payload)}` }
}

/** Of an answer with 401 only its body arrives, as an object where a text is promised. */
function isUnauthorized(payload: unknown): boolean {
  return bodiesOf(payload).some(
    (body) =>
      Reflect.get(body, 'statusCode') === 401 ||
      Reflect.get(body, 'status') === 401 ||
      Reflect.get(body, 'error') === 'Unauthorized' ||
      Reflect.get(body, 'message') === 'Unauthorized',
  )
}

/** The first words that are meant for people. */
function messageOf(payload: unknown): string {
  for (const body of bodiesOf(payload)) {
    for (const name of ['errorMsg', 'msg', 'message']) {
      const text: unknown = Reflect.get(body, name)
      if (typeof text === 'string' && text.trim() !== '' && !/^(\[object|\{)/.test(text)) return text.slice(0, 300)
      // A body that was refused names each thing that is wrong.
      if (Array.isArray(text) && typeof text[0] === 'string') return text[0].slice(0, 300)
    }
  }
  return 'Connection failed'
}

/** The payload's error, and what lies in it. */
function bodiesOf(payload: unknown): object[] {
  const found: object[] = []
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return
    found.push(value)
    for (const name of ['error', 'message']) visit(Reflect.get(value, name), depth + 1)
  }
  visit(payload, 0)
  return found
}

function isEjection(payload: unknown): boolean {
  return bodiesOf(payload).some(
    (body) => Reflect.get(body, 'type') === 'ejected' || Reflect.get(body, 'errorMsg') === 'Meeting has ended',
  )
}

function textAt(value: unknown, path: readonly string[]): string | null {
  let at = value
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return null
    at = Reflect.get(at, name)
  }
  return typeof at === 'string' ? at : null
}

/** `camera-error`, which is also about microphones. */
export function microphoneProblemAtDaily(payload: unknown): MicrophoneProblem {
  const type = textAt(payload, ['error', 'error', 'type']) ?? textAt(payload, ['error', 'type']) ?? ''
  switch (type) {
    case 'permissions':
      return 'blocked'
    case 'mic-in-use':
    case 'cam-mic-in-use':
      return 'in-use'
    case 'not-found':
    case 'constraints':
      return 'missing'
    case 'undefined-mediadevices':
      return 'insecure'
    default:
      return 'unknown'
  }
}

/** Vapi's many reasons in our few. An unknown one is a plain end: nothing is known to be broken. */
export function endReasonOf(endedReason: string | undefined): CallEndReason {
  const reason = endedReason ?? ''
  if (reason === 'exceeded-max-duration') return 'limit-reached'
  if (reason === 'silence-timed-out' || reason === 'customer-did-not-answer') return 'idle'
  if (/error|failed|fault/.test(reason)) return 'failed'
  return 'person-ended'
}

/** Whether a `nonfatal-error` is the audio processor's. */
export function isAudioProcessorError(event: unknown): boolean {
  return textAt(event, ['type']) === 'audio-processor-error'
}
