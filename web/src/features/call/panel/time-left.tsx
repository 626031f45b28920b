import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { formatCountdown, isLastSeconds } from './countdown.ts'

/** Often enough that no second is shown twice as long as another. */
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
