import { COUNTDOWN_ALERT_MS } from '#contract/calls.ts'
import { formatDuration } from '../../../lib/formatting.ts'

const MS_PER_SECOND = 1000

/** Time left as m:ss; a second that has begun counts. */
export function formatCountdown(remainingMs: number): string {
  return formatDuration(inBegunSeconds(remainingMs))
}

/** The last seconds, as they are shown: red from 0:10 on. */
export function isLastSeconds(remainingMs: number): boolean {
  return inBegunSeconds(remainingMs) <= COUNTDOWN_ALERT_MS
}

function inBegunSeconds(ms: number): number {
  return Math.ceil(ms / MS_PER_SECOND) * MS_PER_SECOND
}
