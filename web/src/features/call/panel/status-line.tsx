import { clsx } from 'clsx'
import { statusOf, type CallState, type CallStatus, type LiveCall } from '../engine/call-state.ts'
import { TimeLeft } from './time-left.tsx'

/** The labels of spec section 4. A call paid for by a plan is not a demo, and shows "Connected". */
const VIEW: Record<CallStatus, { label: string; dot: string }> = {
  connected: { label: 'Demo Mode', dot: 'bg-success' },
  'user-speaking': { label: 'You are speaking...', dot: 'bg-success' },
  processing: { label: 'AI is thinking...', dot: 'bg-success' },
  listening: { label: 'Listening...', dot: 'bg-success' },
  error: { label: 'Disconnected', dot: 'bg-danger' },
  disconnected: { label: 'Disconnected', dot: 'bg-line-strong' },
}

interface StatusLineProps {
  state: CallState
  /** False while the caller does not want to be heard at all. */
  isHeard?: boolean
  /** True when the browser's own recogniser listens, with its own use of the microphone. */
  byBrowser: boolean
}

/** The label of the call's status, and the time left. */
export function StatusLine({ state, isHeard = true, byBrowser }: StatusLineProps) {
  const status = statusOf(state)
  const { label, dot } = VIEW[status]
  const hint = state.phase === 'live' ? hintOf(state, isHeard, byBrowser) : null
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <p className="flex items-center">
        <span aria-hidden className={clsx('mr-2.5 size-2.5 shrink-0 rounded-full', dot)} />
        <span role="status" className="mr-2.5 font-semibold">
          {status === 'connected' && state.isDemo === false ? 'Connected' : label}
        </span>
        {hint === null ? null : <span className="text-ink-soft">{hint}</span>}
      </p>
      {state.phase === 'live' && state.endsAtMs !== null ? <TimeLeft endsAtMs={state.endsAtMs} /> : null}
    </div>
  )
}

/** How the caller can interrupt at the moment. */
function hintOf(call: LiveCall, isHeard: boolean, byBrowser: boolean): string | null {
  if (!isHeard || call.sound === 'muted') return 'Microphone off'
  if (!call.assistantSpeaking) return null
  if (!byBrowser && call.microphone.state !== 'granted') return 'Type to cut in'
  return call.pushToTalk ? 'Hold to cut in' : 'Speak to cut in'
}
