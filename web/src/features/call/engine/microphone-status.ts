/** The status of the microphone, separate from that of the call, since a call goes on without a microphone. */
export type MicrophoneStatus =
  | { state: 'unasked' }
  | { state: 'asking' }
  | { state: 'granted' }
  | { state: 'error'; reason: MicrophoneProblem }

/** The notice when noise cancellation has failed and the microphone goes on without it. */
export const WITHOUT_NOISE_CANCELLATION =
  'Noise cancellation failed and was turned off. The microphone keeps working without it.'

export type MicrophoneProblem = 'blocked' | 'in-use' | 'missing' | 'insecure' | 'unknown'

export type MicrophoneEvent =
  | { type: 'asked' }
  | { type: 'granted' }
  | { type: 'failed'; reason: MicrophoneProblem }
  | { type: 'closed' }

/**
 *   unasked ─ asked ─▶ asking ─ granted ─▶ granted ─ failed (unplugged, taken) ─▶ error ─ asked (again) ─▶ asking
 *                        └───── failed ─▶ error(reason)            any ─ closed ─▶ unasked
 */
export function nextMicrophoneStatus(status: MicrophoneStatus, event: MicrophoneEvent): MicrophoneStatus {
  switch (event.type) {
    case 'asked':
      return status.state === 'granted' ? status : { state: 'asking' }
    case 'granted':
      // An answer that arrives after the call has ended is ignored.
      return status.state === 'unasked' ? status : { state: 'granted' }
    case 'failed':
      return status.state === 'unasked' ? status : { state: 'error', reason: event.reason }
    case 'closed':
      return { state: 'unasked' }
  }
}

/** Why `getUserMedia` failed, derived from the names of browsers' errors. */
export function microphoneProblemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return 'blocked'
    case 'SecurityError':
      return 'insecure'
    case 'NotReadableError':
    case 'TrackStartError':
    case 'AbortError':
      return 'in-use'
    case 'NotFoundError':
    case 'DevicesNotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    default:
      return 'unknown'
  }
}

/** What happened, what still works, and what to do. Shown with the button "Try the microphone again". */
export const MICROPHONE_PROBLEM_TEXT: Record<MicrophoneProblem, { title: string; text: string }> = {
  blocked: {
    title: 'The microphone is blocked',
    text: 'You can type below, and you will hear the answers. To speak, allow the microphone for this site in your browser, next to its address.',
  },
  'in-use': {
    title: 'The microphone is in use',
    text: 'Another app or call seems to be using it. Close that one, or type below.',
  },
  missing: {
    title: 'No microphone found',
    text: 'Plug one in or switch it on, or type below: you will hear the answers.',
  },
  insecure: {
    title: 'This page cannot use the microphone',
    text: 'Browsers allow it only on a secure address (https). You can type below, and you will hear the answers.',
  },
  unknown: {
    title: 'The microphone did not start',
    text: 'You can type below, and you will hear the answers.',
  },
}
