import type { ErrorCode } from '#contract/errors.ts'
import type { CallEndReason } from '#contract/realtime.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { SoundUnavailable } from '../audio/sound-unavailable.ts'
import { LinkRefused } from './realtime-link.ts'
import type { CallView, StartFailure } from './voice-call.ts'

const START_FAILED = 'Failed to start voice call. Please check your credentials.'
export const NOBODY_TO_CALL = 'Assistant or Squad or Workflow must be provided.'

const UNKNOWN_FAULT =
  'The sound of the call could not be set up in this browser. Reload the page and try again; nothing was counted.'

const OUT_OF_MINUTES: ErrorCode = 'minutes-used-up'

/** A start that failed for a reason that can be told as it is. */
export class StartRefused extends Error {}

/** A failure that is told by an alert of the specification; `detail` is what to do about it, where the alert does not say. */
export class CallAlert extends Error {
  readonly detail: string | null

  constructor(alert: string, detail: string | null = null) {
    super(alert)
    this.detail = detail
  }
}

export function startFailureOf(error: unknown): StartFailure {
  const failed: StartFailure = { title: START_FAILED, detail: UNKNOWN_FAULT, requestId: null, isOutOfMinutes: false }
  if (error instanceof CallAlert) return { ...failed, title: error.message, detail: error.detail }
  if (error instanceof LinkRefused) return { ...failed, detail: error.detail }
  if (error instanceof StartRefused || error instanceof SoundUnavailable) return { ...failed, detail: error.message }
  if (!(error instanceof ApiProblem)) return failed
  const { code, title, detail, requestId } = error
  if (code === OUT_OF_MINUTES) return { ...failed, title: MINUTES_USED_UP.title, detail, isOutOfMinutes: true }
  return { ...failed, detail: `${title}. ${detail}`, requestId }
}

/** Why a call is over: what happened, what was kept, what to do. */
const CALL_ENDING_TEXT: Record<CallEndReason, { title: string; text: string }> = {
  'person-ended': { title: 'The call has ended', text: 'What was said is kept in your calls.' },
  'limit-reached': {
    title: 'Your time is up',
    text: 'This call has used up its time. What was said is kept in your calls.',
  },
  idle: {
    title: 'The call ended in silence',
    text: 'Nobody had spoken or typed for a while. What was said is kept; start again whenever you like.',
  },
  'connection-lost': {
    title: 'The connection was lost',
    text: 'What was said until then is kept. Check your network, then start again.',
  },
  'server-stopping': {
    title: 'The voice server is restarting',
    text: 'What was said is kept. Start again in a moment.',
  },
  'server-lost': {
    title: 'The voice server went away',
    text: 'What was said until then is kept. Start again in a moment.',
  },
  failed: {
    title: 'The call broke off',
    text: 'Something went wrong on our side. What was said until then is kept; please start again.',
  },
}

const MINUTES_USED_UP = {
  title: 'Your minutes are used up',
  text: 'Your plan has no minutes left in this period. What was said is kept in your calls; your account says when the minutes start again.',
}

/** Undefined while no call has ended. */
export function endingWords({ ending, isDemo }: CallView): { title: string; text: string } | undefined {
  if (ending === null) return undefined
  return hasUsedUpPlan({ ending, isDemo }) ? MINUTES_USED_UP : CALL_ENDING_TEXT[ending.reason]
}

/** A call that a plan paid for ends by itself when the plan's minutes do. */
export function hasUsedUpPlan({ ending, isDemo }: Pick<CallView, 'ending' | 'isDemo'>): boolean {
  return ending?.reason === 'limit-reached' && isDemo === false
}

/** Endings that nobody chose: the panel keeps them in sight and offers to start again. */
export function isBrokenOff(reason: CallEndReason): boolean {
  return reason !== 'person-ended' && reason !== 'limit-reached' && reason !== 'idle'
}
