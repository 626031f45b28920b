import { AppError } from '#contract/errors.ts'

/** The page with the earlier call may have been closed a moment ago, so a place may soon be free. */
const SOON_SECONDS = 10

export function demoTimeUsedUp(whose: 'person' | 'network', until: Date, nowMs: number): AppError {
  const when = whenOf(until, nowMs)
  const detail =
    whose === 'person'
      ? `You can talk for free again ${when}. With a plan, you can continue right now.`
      : `All of today’s free minutes for your network have been used. They are available again ${when}. With a plan, you can continue right now.`
  return new AppError('demo-time-used-up', { detail, retryAfterSeconds: secondsUntil(until, nowMs) })
}

export function demosResting(until: Date, nowMs: number): AppError {
  return new AppError('demos-resting', {
    detail: `So many people tried them today that they are paused. They will be back ${whenOf(until, nowMs)}. Calls on a plan work as usual.`,
    retryAfterSeconds: secondsUntil(until, nowMs),
  })
}

export function tooManyDemos(atOnce: number): AppError {
  const detail =
    atOnce === 1
      ? 'You can have one free call at a time. End the other one, or wait a few seconds if its page is closed, then start again.'
      : undefined
  return new AppError('too-many-calls', { detail, retryAfterSeconds: SOON_SECONDS })
}

export function tooManyOfNetwork(atOnce: number, kind: 'calls' | 'free calls'): AppError {
  return new AppError('too-many-calls', {
    detail: `${atOnce} ${kind} are open on your network. Please start again when one of them has ended.`,
    retryAfterSeconds: SOON_SECONDS,
  })
}

export function assistantIsBusy(): AppError {
  return new AppError('unavailable', {
    detail: 'Many people are talking with this assistant right now. Please try again in a minute.',
    retryAfterSeconds: 60,
  })
}

/** The server does not know the reader's time zone, so the text has both the duration and the time in UTC. */
function whenOf(until: Date, nowMs: number): string {
  const hours = (until.getTime() - nowMs) / 3_600_000
  const wait = hours < 1 ? `${Math.max(1, Math.ceil(hours * 60))} minutes` : `about ${Math.round(hours)} hours`
  return `in ${wait.replace(/^(about )?1 (hour|minute)s$/, '$11 $2')} (at ${until.toISOString().slice(11, 16)} UTC)`
}

function secondsUntil(until: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((until.getTime() - nowMs) / 1_000))
}
