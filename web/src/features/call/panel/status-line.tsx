import { clsx } from 'clsx'
import { CALL_STATUS_LABEL } from '../engine/call-status.ts'
import type { CallView } from '../engine/voice-call.ts'
import { TimeLeft } from './time-left.tsx'

/** The specification's status label, and how long the call may last. */
export function StatusLine({ view }: { view: CallView }) {
  const { status, endsAtMs, phase } = view
  const hint = hintOf(view)
  return (
    <div className="flex min-h-8 items-center justify-between gap-4">
      <p className="flex items-center">
        <span
          aria-hidden
          className={clsx(
            'mr-2.5 size-2.5 shrink-0 rounded-full',
            phase === 'live' ? 'bg-success' : status === 'error' ? 'bg-danger' : 'bg-line-strong',
          )}
        />
        <span role="status" className="mr-2.5 font-semibold">
          {CALL_STATUS_LABEL[status]}
        </span>
        {hint === null ? null : <span className="text-ink-soft">{hint}</span>}
      </p>
      {endsAtMs === null ? null : <TimeLeft endsAtMs={endsAtMs} />}
    </div>
  )
}

/** What one may do right now without being asked. */
function hintOf({ phase, muted, assistantSpeaking, pushToTalk, microphone }: CallView): string | null {
  if (phase !== 'live') return null
  if (muted) return 'Microphone off'
  if (!assistantSpeaking) return null
  if (microphone.state !== 'granted') return 'Type to cut in'
  return pushToTalk ? 'Hold to cut in' : 'Speak to cut in'
}
