import { ApiProblem } from '../../../lib/api-problem.ts'
import type { Notice } from '../../../lib/notify.ts'

/** The toasts of spec section 8, and of section 5 for the team, word for word. */

export const SIGN_UP_DONE: Notice = {
  kind: 'success',
  title: 'Check your email',
  description: "We've sent you a confirmation link to complete your registration.",
}

const UNEXPECTED: Notice = {
  kind: 'error',
  title: 'Error',
  description: 'An unexpected error occurred. Please try again.',
}

/**
 * Whether the server answered. For everything else, including an unreachable server, the specification has one text.
 */
function isAnswer(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.code !== 'unreachable'
}

export function signUpFailure(error: unknown): Notice {
  if (!isAnswer(error)) return UNEXPECTED
  if (/already registered/i.test(error.detail)) {
    return {
      kind: 'error',
      title: 'Account exists',
      description: 'An account with this email already exists. Please sign in instead.',
    }
  }
  return { kind: 'error', title: 'Sign up failed', description: error.detail }
}

export function signInFailure(error: unknown): Notice {
  if (!isAnswer(error)) return UNEXPECTED
  if (/invalid login credentials/i.test(error.detail)) {
    return {
      kind: 'error',
      title: 'Sign in failed',
      description: 'Invalid email or password. Please check your credentials and try again.',
    }
  }
  return { kind: 'error', title: 'Sign in failed', description: error.detail }
}

export function teamFailure(error: unknown): Notice {
  if (!(error instanceof ApiProblem)) return UNEXPECTED
  if (error.code === 'team-code-wrong') {
    return {
      kind: 'error',
      title: 'Invalid access code',
      description: 'Please enter the correct 6-digit access code.',
    }
  }
  return { kind: 'error', title: error.title, description: error.detail }
}

/** For errors without a text in the specification: the server's message. */
export function otherFailure(error: unknown): Notice {
  if (!(error instanceof ApiProblem)) return UNEXPECTED
  return { kind: 'error', title: error.title, description: error.detail }
}

/** The address must be confirmed before the first sign-in (decisions section 9). */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === 'email-not-confirmed'
}
