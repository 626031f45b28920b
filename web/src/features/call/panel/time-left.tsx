import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { COUNTDOWN_ALERT_MS } from '#contract/calls.ts'
import { formatDuration } from '../../../lib/formatting.ts'

/** Short enough that all seconds appear equally long. */
const TICK_MS = 200

/** The countdown of a call with a limit. */
export function TimeLeft({ endsAtMs }: { endsAtMs: number }) {
  const [nowMs, setNowMs] = useState(() => performance.now())
  useEffect(() => {
    setNowMs(performance.now())
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [endsAtMs])

  const remainingMs = endsAtMs - nowMs
  const last = isLastSeconds(remainingMs)
  return (
    <span
      role="timer"
      aria-label={`Time left: ${formatCountdown(remainingMs)}`}
      data-last-seconds={last}
      className={clsx('text-lg font-semibold tabular-nums', last ? 'animate-pulse text-danger' : 'text-ink')}
    >
      {formatCountdown(remainingMs)}
    </span>
  )
}

const MS_PER_SECOND = 1000

/** Formats the time left as m:ss, rounded up to whole seconds. */
export function formatCountdown(remainingMs: number): string {
  return formatDuration(inBegunSeconds(remainingMs))
}

/** Whether the displayed time is 0:10 or less, which is shown in red. */
export function isLastSeconds(remainingMs: number): boolean {
  return inBegunSeconds(remainingMs) <= COUNTDOWN_ALERT_MS
}

function inBegunSeconds(ms: number): number {
  return Math.ceil(ms / MS_PER_SECOND) * MS_PER_SECOND
}
