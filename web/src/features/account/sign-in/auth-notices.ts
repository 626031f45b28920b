import { ApiProblem, hasCode } from '../../../lib/api-problem.ts'
import { notify, type Notice } from '../../../lib/notify.ts'

/** The toasts of spec section 8, and of section 5 for the team, word for word. */

export const SIGN_UP_DONE: Notice = {
  kind: 'success',
  title: 'Check your email',
  description: "We've sent you a confirmation link to complete your registration.",
}

const failed = (title: string, description: string): Notice => ({ kind: 'error', title, description })

const UNEXPECTED = failed('Error', 'An unexpected error occurred. Please try again.')

/**
 * Whether the server answered. For everything else, including an unreachable server, the specification has one text.
 */
function isAnswer(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code !== 'unreachable'
}

export function signUpFailure(error: unknown): Notice {
  if (!isAnswer(error)) return UNEXPECTED
  if (/already registered/i.test(error.detail)) {
    return failed('Account exists', 'An account with this email already exists. Please sign in instead.')
  }
  return failed('Sign up failed', error.detail)
}

export function signInFailure(error: unknown): Notice {
  if (!isAnswer(error)) return UNEXPECTED
  if (/invalid login credentials/i.test(error.detail)) {
    return failed('Sign in failed', 'Invalid email or password. Please check your credentials and try again.')
  }
  return failed('Sign in failed', error.detail)
}

/** The server's message, which for a wrong access code is the text of the specification. */
export function otherFailure(error: unknown): Notice {
  if (!(error instanceof ApiProblem)) return UNEXPECTED
  return failed(error.title, error.detail)
}

/** Tells in a toast that a request failed. */
export function tellFailure(error: unknown): void {
  notify(otherFailure(error))
}

/** The address must be confirmed before the first sign-in (decisions section 9). */
export function isUnconfirmed(error: unknown): boolean {
  return hasCode(error, 'email-not-confirmed')
}
