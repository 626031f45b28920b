import type { ErrorCode } from '#contract/errors.ts'
import type { CallEndReason } from '#contract/realtime.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { SoundUnavailable } from '../audio/sound-unavailable.ts'
import { LinkRefused } from './realtime-link.ts'
import type { CallView, StartFailure } from './voice-call.ts'

const START_FAILED = 'Failed to start voice call. Please check your credentials.'
export const NOBODY_TO_CALL = 'Assistant or Squad or Workflow must be provided.'

const UNKNOWN_FAULT =
  'The sound of the call could not be set up in this browser. Reload the page and try again; no time was counted.'

/** Refusals that are no fault, in words of their own. */
const REFUSALS: Partial<Record<string, Partial<StartFailure>>> = {
  'minutes-used-up': { title: 'Your minutes are used up', wayOn: 'see-plan' },
  'demo-time-used-up': { wayOn: 'see-plans' },
  'demos-resting': { wayOn: 'see-plans' },
  unauthenticated: {
    title: START_FAILED,
    detail: 'Your session has ended. Log in to come back here.',
    wayOn: 'log-in',
  },
} satisfies Partial<Record<ErrorCode, Partial<StartFailure>>>

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
  const failed: StartFailure = {
    title: START_FAILED,
    detail: UNKNOWN_FAULT,
    requestId: null,
    wayOn: 'try-again',
  }
  if (error instanceof CallAlert) return { ...failed, title: error.message, detail: error.detail }
  if (error instanceof LinkRefused) return { ...failed, detail: error.detail }
  if (error instanceof StartRefused || error instanceof SoundUnavailable) return { ...failed, detail: error.message }
  if (!(error instanceof ApiProblem)) return failed
  const { code, title, detail, requestId } = error
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (refusal) return { ...failed, title, detail, ...refusal }
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
    text: 'There was no speech or typing for a while. What was said is kept; start again whenever you like.',
  },
  silent: {
    title: 'The call ended in silence',
    text: 'Nothing was heard for 20 seconds, so the call was closed. Check your microphone, or type, and start again.',
  },
  'access-ended': {
    title: 'Your access has ended',
    text: 'You were signed out, or the account was deleted. Log in to start a new call.',
  },
  'connection-lost': {
    title: 'The connection was lost',
    text: 'What was said up to then is kept. Check your network, then start again.',
  },
  'server-stopping': {
    title: 'The voice server is restarting',
    text: 'What was said is kept. Start again in a moment.',
  },
  'server-lost': {
    title: 'The voice server stopped responding',
    text: 'What was said up to then is kept. Start again in a moment.',
  },
  failed: {
    title: 'The call was cut off',
    text: 'Something went wrong on our side. What was said up to then is kept; please start again.',
  },
}

const MINUTES_USED_UP = {
  title: 'Your minutes are used up',
  text: 'Your plan has no minutes left in this period. What was said is kept in your calls; your account page shows when you get new ones.',
}

const GOES_ON_SOON = 'Nothing that was said is lost. In a moment you can continue where you stopped.'
/** The same endings where the next call may go on with this one. */
const GOES_ON_TEXT: Partial<Record<CallEndReason, string>> = {
  'connection-lost': 'Nothing that was said is lost. Check your network, then continue where you stopped.',
  'server-stopping': GOES_ON_SOON,
  'server-lost': GOES_ON_SOON,
  failed: 'Something went wrong on our side. Nothing that was said is lost: continue where you stopped.',
}

/** Undefined while no call has ended. */
export function endingWords({ ending, isDemo, mayGoOn }: CallView): { title: string; text: string } | undefined {
  if (ending === null) return undefined
  if (hasUsedUpPlan({ ending, isDemo })) return MINUTES_USED_UP
  const words = CALL_ENDING_TEXT[ending.reason]
  return mayGoOn ? { ...words, text: GOES_ON_TEXT[ending.reason] ?? words.text } : words
}

/** A call that a plan paid for ends by itself when the plan's minutes do. */
export function hasUsedUpPlan({ ending, isDemo }: Pick<CallView, 'ending' | 'isDemo'>): boolean {
  return ending?.reason === 'limit-reached' && isDemo === false
}

/** Endings after which another call may take up what was said. */
export function mayBeResumed(reason: CallEndReason): boolean {
  return GOES_ON_TEXT[reason] !== undefined
}

/** Endings that nobody chose: the panel keeps them in sight and offers to start again. */
export function isBrokenOff(reason: CallEndReason): boolean {
  return reason !== 'person-ended' && reason !== 'limit-reached' && reason !== 'idle'
}
