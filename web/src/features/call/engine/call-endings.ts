import type { CallEndReason } from '#contract/realtime.ts'
import type { EndedCall } from './call-state.ts'

/** What the caller can do after a call: start a new one, or resolve what went wrong. */
export type NextStepAfterCall = 'none' | 'start-again' | 'continue' | 'log-in' | 'see-plan'

/** How a call ended, in words: what happened, what was kept, and what to do. */
interface CallEnding {
  title: string
  text: string
  nextStep: NextStepAfterCall
  /** True when the caller did not end the call: the panel keeps explaining it. */
  brokenOff: boolean
}

const KEPT_SO_FAR = 'What was said up to then is kept.'
const GOES_ON_SOON = 'Nothing that was said is lost. In a moment you can continue where you stopped.'

/** `continued` replaces the text when the next call can continue this one. */
const ENDINGS: Record<CallEndReason, { title: string; text: string; continued?: string; chosen?: true }> = {
  'person-ended': { title: 'The call has ended', text: 'What was said is kept in your calls.', chosen: true },
  'limit-reached': {
    title: 'Your time is up',
    text: 'This call has used up its time. What was said is kept in your calls.',
    chosen: true,
  },
  idle: {
    title: 'The call ended in silence',
    text: 'There was no speech or typing for a while. What was said is kept; start again whenever you like.',
    chosen: true,
  },
  silent: {
    title: 'The call ended in silence',
    text: 'Nothing was heard for 20 seconds, so the call was closed. Check your microphone, or type, and start again.',
  },
  'host-ended': {
    title: 'The call was ended',
    text: 'The other side ended this call. What was said is kept in your calls.',
  },
  'access-ended': {
    title: 'Your access has ended',
    text: 'You were signed out, or the account was deleted. Log in to start a new call.',
  },
  'connection-lost': {
    title: 'The connection was lost',
    text: `${KEPT_SO_FAR} Check your network, then start again.`,
    continued: 'Nothing that was said is lost. Check your network, then continue where you stopped.',
  },
  'server-stopping': {
    title: 'The voice server is restarting',
    text: 'What was said is kept. Start again in a moment.',
    continued: GOES_ON_SOON,
  },
  'server-lost': {
    title: 'The voice server stopped responding',
    text: `${KEPT_SO_FAR} Start again in a moment.`,
    continued: GOES_ON_SOON,
  },
  failed: {
    title: 'The call was cut off',
    text: 'Something went wrong on our side. What was said up to then is kept; please start again.',
    continued: 'Something went wrong on our side. Nothing that was said is lost: continue where you stopped.',
  },
}

/** The end of a call whose plan has run out of minutes. */
const MINUTES_USED_UP: CallEnding = {
  title: 'Your minutes are used up',
  text: 'Your plan has no minutes left in this period. What was said is kept in your calls; your account page shows when you get new ones.',
  nextStep: 'see-plan',
  brokenOff: false,
}

export function endingOf({
  reason,
  isDemo,
  resumable,
}: Pick<EndedCall, 'reason' | 'isDemo' | 'resumable'>): CallEnding {
  if (reason === 'limit-reached' && isDemo === false) return MINUTES_USED_UP
  const { title, text, continued, chosen } = ENDINGS[reason]
  const brokenOff = chosen === undefined
  if (resumable !== null && continued !== undefined) return { title, text: continued, nextStep: 'continue', brokenOff }
  if (!brokenOff) return { title, text, nextStep: 'none', brokenOff }
  return { title, text, nextStep: reason === 'access-ended' ? 'log-in' : 'start-again', brokenOff }
}

/** Whether a call that ended for this reason can be continued by the next one. */
export function mayBeResumed(reason: CallEndReason): boolean {
  return ENDINGS[reason].continued !== undefined
}
