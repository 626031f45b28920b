import type { ErrorCode } from '#contract/errors.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'

/**
 * What the caller can do after a failed start. `see-plan`: the minutes of the caller's plan are used up; `see-plans`:
 * free calls are over for now. In these two cases nothing is broken.
 */
export type NextStep = 'try-again' | 'see-plan' | 'see-plans' | 'log-in'

export interface StartFailure {
  /** One of the specification's alerts, or that minutes are used up. */
  title: string
  /** The real cause, in words for people; null when the title says everything. */
  detail: string | null
  nextStep: NextStep
  /** For finding the request in the server's log; null when no server was reached. */
  requestId: string | null
}

const START_FAILED = 'Failed to start voice call. Please check your credentials.'
const NOT_NAMED = 'Assistant or Squad or Workflow must be provided.'

const UNKNOWN_FAULT =
  'The sound of the call could not be set up in this browser. Reload the page and try again; no time was counted.'

/** Refusals that are not failures have their own words. */
const REFUSALS: Partial<Record<string, Partial<StartFailure>>> = {
  'minutes-used-up': { title: 'Your minutes are used up', nextStep: 'see-plan' },
  'demo-time-used-up': { nextStep: 'see-plans' },
  'demos-resting': { nextStep: 'see-plans' },
  unauthenticated: {
    title: START_FAILED,
    detail: 'Your session has ended. Log in to come back here.',
    nextStep: 'log-in',
  },
} satisfies Partial<Record<ErrorCode, Partial<StartFailure>>>

/** A failed start whose message can be shown to the caller as it is. */
export class StartRefused extends Error {}

/**
 * A failure announced by one of the specification's alerts. `detail` says what to do about it, if the alert does not.
 */
export class CallAlert extends Error {
  readonly detail: string | null

  constructor(alert: string, detail: string | null = null) {
    super(alert)
    this.detail = detail
  }
}

/** @throws StartRefused when no assistant was named */
export function requireAssistant(assistantId: string | undefined): string {
  if (assistantId === undefined || assistantId === '') throw new StartRefused(NOT_NAMED)
  return assistantId
}

export function startFailureOf(error: unknown): StartFailure {
  const failed: StartFailure = {
    title: START_FAILED,
    detail: UNKNOWN_FAULT,
    requestId: null,
    nextStep: 'try-again',
  }
  if (error instanceof CallAlert) return { ...failed, title: error.message, detail: error.detail }
  if (error instanceof StartRefused) return { ...failed, detail: error.message }
  if (!(error instanceof ApiProblem)) return failed
  const { code, title, detail, requestId } = error
  const refusal = Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined
  if (refusal) return { ...failed, title, detail, ...refusal }
  return { ...failed, detail: `${title}. ${detail}`, requestId }
}
