/**
 * What the status line of a call says (spec section 4). Pure; the engine feeds it what happens.
 *
 *   disconnected ─ call-started ─▶ connected ─ speech-started ─▶ user-speaking ─ speech-ended ─▶ processing
 *        ▲                                          ▲                                               │
 *        │ call-ended (any state)                   └── speech-started ── listening ◀───────────────┘
 *        │                                                    assistant-finished, or nothing came of it
 *   error ◀ failed (any state)
 */
export type CallStatus = 'disconnected' | 'connected' | 'user-speaking' | 'processing' | 'listening' | 'error'

export type CallStatusEvent =
  | 'call-started'
  | 'speech-started'
  /** Also a typed line, and push-to-talk's release: there is something to answer. */
  | 'speech-ended'
  /** The final transcript of what the assistant said. */
  | 'assistant-finished'
  /** It was a cough, or a "mhm": nobody will answer. */
  | 'speech-dismissed'
  | 'failed'
  | 'call-ended'

export const CALL_STATUS_LABEL: Record<CallStatus, string> = {
  connected: 'Demo Mode',
  'user-speaking': 'You are speaking...',
  processing: 'AI is thinking...',
  listening: 'Listening...',
  error: 'Disconnected',
  disconnected: 'Disconnected',
}

const IN_CALL: ReadonlySet<CallStatus> = new Set(['connected', 'user-speaking', 'processing', 'listening'])

export function nextCallStatus(status: CallStatus, event: CallStatusEvent): CallStatus {
  switch (event) {
    case 'call-started':
      return IN_CALL.has(status) ? status : 'connected'
    case 'failed':
      return 'error'
    case 'call-ended':
      // What went wrong stays in sight until the next start.
      return status === 'error' ? 'error' : 'disconnected'
    case 'speech-started':
      return IN_CALL.has(status) ? 'user-speaking' : status
    case 'speech-ended':
      return IN_CALL.has(status) ? 'processing' : status
    case 'assistant-finished':
      // A person who is speaking meanwhile keeps the word.
      return IN_CALL.has(status) && status !== 'user-speaking' ? 'listening' : status
    case 'speech-dismissed':
      return status === 'processing' || status === 'user-speaking' ? 'listening' : status
  }
}
