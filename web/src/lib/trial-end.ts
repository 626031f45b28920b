/** How a trial of a viewer without a plan ended; set by the talk dialog and shown with the plans. */
export type TrialEnd = 'call-ended' | 'minute-used-up' | 'no-call'
