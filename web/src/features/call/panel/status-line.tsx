import { clsx } from 'clsx'
import { statusOf, type CallState, type CallStatus, type LiveCall } from '../engine/call-state.ts'
import { TimeLeft } from './time-left.tsx'

/** The specification's labels (section 4). A call that a plan pays for is no demo, and reads "Connected". */
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

/** How the caller is heard, where the call's own microphone does not tell. */
interface Ears {
  muted: boolean
  canSpeak: boolean
}

interface StatusLineProps {
  state: CallState
  ears?: Ears
  /** The browser's own recogniser listens, with a microphone of its own. */
  byBrowser?: boolean
}

/** The status label, and how long the call may last. */
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

/** What the caller may do right now without being asked. */
function hintOf({ assistantSpeaking, pushToTalk }: LiveCall, { muted, canSpeak }: Ears): string | null {
  if (muted) return 'Microphone off'
  if (!assistantSpeaking) return null
  if (!canSpeak) return 'Type to cut in'
  return pushToTalk ? 'Hold to cut in' : 'Speak to cut in'
}
