import type { CallEndReason } from '#contract/realtime.ts'
import type { StartFailure } from '../engine/call-problem.ts'
import { WITHOUT_NOISE_CANCELLATION, type MicrophoneProblem } from '../engine/microphone-status.ts'

/** The alerts of sections 5 and 8 of the specification. */
export const UNAUTHORIZED =
  'Authentication failed: Please make sure you are using your PUBLIC Vapi API key, not your private key. You can find your public key in your Vapi dashboard under API Keys.'
/** Shown under an alert that says only what went wrong. */
export const WHAT_TO_DO = 'No time was counted. Try again, or choose "Built in" as the voice engine.'
export const NO_KEY = 'Please provide your Vapi API key'
export const NO_ASSISTANT_ID = 'Please provide your Vapi Assistant ID'

/** The value that a person has to enter before trying again; null when none is missing. */
export function missingEntry(failure: StartFailure | null): 'vapiKey' | 'vapiAssistantId' | null {
  if (failure?.title === NO_KEY) return 'vapiKey'
  return failure?.title === NO_ASSISTANT_ID ? 'vapiAssistantId' : null
}

type VapiProblem =
  /** The call cannot begin, or has ended. */
  | { kind: 'fatal'; alert: string }
  /** Vapi has ended the call, which Daily reports as an error. */
  | { kind: 'ejected' }
  /** The call goes on, with a notice. */
  | { kind: 'notice'; text: string }
  | { kind: 'microphone-lost' }
  | { kind: 'nothing' }

/** Classifies an `error` event of the SDK. Its shape depends on its origin, so it is searched for known texts. */
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
    // A call needs neither recording nor level measurement.
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

/** For a response with status 401, the SDK passes on only its body, as an object, although its types say text. */
function isUnauthorized(payload: unknown): boolean {
  return bodiesOf(payload).some(
    (body) =>
      Reflect.get(body, 'statusCode') === 401 ||
      Reflect.get(body, 'status') === 401 ||
      Reflect.get(body, 'error') === 'Unauthorized' ||
      Reflect.get(body, 'message') === 'Unauthorized',
  )
}

/** The first text in the payload that is meant for people. */
function messageOf(payload: unknown): string {
  for (const body of bodiesOf(payload)) {
    for (const name of ['errorMsg', 'msg', 'message']) {
      const text: unknown = Reflect.get(body, name)
      if (typeof text === 'string' && text.trim() !== '' && !/^(\[object|\{)/.test(text)) return text.slice(0, 300)
      // A refused request body is answered with a list of everything that is wrong.
      if (Array.isArray(text) && typeof text[0] === 'string') return text[0].slice(0, 300)
    }
  }
  return 'Connection failed'
}

/** The error in the payload, and the objects nested in it. */
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

/** Classifies a `camera-error`, which Daily also reports for microphones. */
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

/** Maps Vapi's many end reasons to ours. An unknown reason counts as a normal end. */
export function endReasonOf(reason: string): CallEndReason {
  if (reason === 'exceeded-max-duration') return 'limit-reached'
  if (reason === 'silence-timed-out' || reason === 'customer-did-not-answer') return 'idle'
  if (/error|failed|fault/.test(reason)) return 'failed'
  return 'person-ended'
}

/** Whether a `nonfatal-error` comes from the audio processor. */
export function isAudioProcessorError(event: unknown): boolean {
  return textAt(event, ['type']) === 'audio-processor-error'
}
