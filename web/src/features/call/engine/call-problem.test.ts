import { ERRORS } from '#contract/errors.ts'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { endingOf } from './call-endings.ts'
import { startFailureOf } from './call-problem.ts'

test("any other refusal has the server's text and request id", () => {
  const problem = {
    status: 429,
    code: 'too-many-calls',
    title: 'Too many calls at once',
    detail: 'End the other call.',
  }
  expect(startFailureOf(new ApiProblem({ ...problem, requestId: 'r7' }))).toEqual({
    title: 'Failed to start voice call. Please check your credentials.',
    detail: 'Too many calls at once. End the other call.',
    requestId: 'r7',
    nextStep: 'try-again',
  })
})

test('a call refused because the minutes are used up says when they start again, and is no failure', () => {
  const refused = startFailureOf(
    new ApiProblem({
      status: 402,
      code: 'minutes-used-up',
      title: 'Your minutes are used up',
      detail: 'They start again on May 1.',
      requestId: 'r8',
    }),
  )
  expect(refused).toEqual({
    title: 'Your minutes are used up',
    detail: 'They start again on May 1.',
    requestId: null,
    nextStep: 'see-plan',
  })
})

test.each(['demo-time-used-up', 'demos-resting'] as const)('%s is no failure and leads to the plans', (code) => {
  const { title, detail } = ERRORS[code]
  const refused = startFailureOf(new ApiProblem({ status: 429, code, title, detail, requestId: 'r9' }))
  expect(refused).toEqual({ title, detail, requestId: null, nextStep: 'see-plans' })
})

test.each<[boolean | null, string]>([
  [true, 'Your time is up'],
  [null, 'Your time is up'],
  [false, 'Your minutes are used up'],
])('a trial that is over and a plan without minutes have different texts (demo: %s)', (isDemo, title) => {
  expect(endingOf({ reason: 'limit-reached', isDemo, resumable: null }).title).toBe(title)
})

test('a visitor who was not heard is told what to do about it', () => {
  const { text } = endingOf({ reason: 'silent', isDemo: true, resumable: null })
  expect(text).toContain('Check your microphone, or type')
})
