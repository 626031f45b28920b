import { COUNTDOWN_ALERT_MS } from '#contract/calls.ts'

/** Time left as m:ss; a second that has begun counts. */
export function formatCountdown(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The last seconds, as they are shown: red from 0:10 on. */
export function isLastSeconds(remainingMs: number): boolean {
  return Math.ceil(remainingMs / 1000) * 1000 <= COUNTDOWN_ALERT_MS
}
