import { expect, test } from 'vitest'
import { ApiProblem, unreachable } from '../../../lib/api-problem.ts'
import { isUnconfirmed, signInFailure, signUpFailure, otherFailure } from './auth-notices.ts'

const problem = (detail: string, code = 'bad-request') =>
  new ApiProblem({ status: 400, code, title: 'That request could not be read', detail, requestId: null })

const UNEXPECTED = { title: 'Error', description: 'An unexpected error occurred. Please try again.' }

test('signing up with an address that has an account', () => {
  expect(signUpFailure(problem('User already registered'))).toMatchObject({
    title: 'Account exists',
    description: 'An account with this email already exists. Please sign in instead.',
  })
})

test('any other sign-up error has the server’s text', () => {
  expect(signUpFailure(problem('Password too short'))).toMatchObject({
    title: 'Sign up failed',
    description: 'Password too short',
  })
})

test('wrong credentials', () => {
  expect(signInFailure(problem('Invalid login credentials'))).toMatchObject({
    title: 'Sign in failed',
    description: 'Invalid email or password. Please check your credentials and try again.',
  })
})

test('any other sign-in error has the server’s text', () => {
  expect(signInFailure(problem('Please wait a moment.', 'rate-limited'))).toMatchObject({
    title: 'Sign in failed',
    description: 'Please wait a moment.',
  })
})

test('an error that is not an answer of the server is unexpected', () => {
  const broken = new TypeError('x is undefined')
  for (const notice of [signUpFailure(broken), signInFailure(broken), otherFailure(broken)]) {
    expect(notice).toMatchObject(UNEXPECTED)
  }
})

test('an unreachable server is an unexpected error, or no connection for the team', () => {
  const offline = unreachable(new TypeError('Failed to fetch'))
  expect(signUpFailure(offline)).toMatchObject(UNEXPECTED)
  expect(signInFailure(offline)).toMatchObject(UNEXPECTED)
  expect(otherFailure(offline)).toMatchObject({ title: 'No connection' })
})

test('recognizes the error for an address that is not confirmed yet', () => {
  expect(isUnconfirmed(problem('Open the link.', 'email-not-confirmed'))).toBe(true)
  expect(isUnconfirmed(problem('Invalid login credentials'))).toBe(false)
})
