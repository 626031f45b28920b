/** How a viewer without a plan came to the end of a trial: the talk dialog knows it, and the plans say it. */
export type TrialEnd = 'call-ended' | 'minute-used-up' | 'no-call'
