import { clsx } from 'clsx'
import { statusOf, type CallState, type CallStatus, type LiveCall } from '../engine/call-state.ts'
import { TimeLeft } from './time-left.tsx'

/** The labels of spec section 4. A call paid for by a plan is not a demo, and shows "Connected". */
const LABEL: Record<CallStatus, string> = {
  connected: 'Demo Mode',
  'user-speaking': 'You are speaking...',
  processing: 'AI is thinking...',
  listening: 'Listening...',
  error: 'Disconnected',
  disconnected: 'Disconnected',
}

const DOT: Record<CallStatus, string> = {
  connected: 'bg-success',
  'user-speaking': 'bg-success',
  processing: 'bg-success',
  listening: 'bg-success',
  error: 'bg-danger',
  disconnected: 'bg-line-strong',
}

/** Whether the caller can be heard. Overrides what the call's own microphone would say. */
interface Ears {
  muted: boolean
  canSpeak: boolean
}

interface StatusLineProps {
  state: CallState
  ears?: Ears
  /** True when the browser's own recogniser listens, with its own use of the microphone. */
  byBrowser?: boolean
}

/** The label of the call's status, and the time left. */
export function StatusLine({ state, ears, byBrowser = false }: StatusLineProps) {
  const status = statusOf(state)
  const hint = state.phase === 'live' ? hintOf(state, ears ?? earsOf(state, byBrowser)) : null
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <p className="flex items-center">
        <span aria-hidden className={clsx('mr-2.5 size-2.5 shrink-0 rounded-full', DOT[status])} />
        <span role="status" className="mr-2.5 font-semibold">
          {status === 'connected' && state.isDemo === false ? 'Connected' : LABEL[status]}
        </span>
        {hint === null ? null : <span className="text-ink-soft">{hint}</span>}
      </p>
      {state.phase === 'live' && state.endsAtMs !== null ? <TimeLeft endsAtMs={state.endsAtMs} /> : null}
    </div>
  )
}

function earsOf({ sound, microphone }: LiveCall, byBrowser: boolean): Ears {
  return { muted: sound === 'muted', canSpeak: byBrowser || microphone.state === 'granted' }
}

/** How the caller can interrupt at the moment. */
function hintOf({ assistantSpeaking, pushToTalk }: LiveCall, { muted, canSpeak }: Ears): string | null {
  if (muted) return 'Microphone off'
  if (!assistantSpeaking) return null
  if (!canSpeak) return 'Type to cut in'
  return pushToTalk ? 'Hold to cut in' : 'Speak to cut in'
}
