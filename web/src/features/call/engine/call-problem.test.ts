import { ERRORS } from '#contract/errors.ts'
import { expect, test } from 'vitest'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { endingWords, startFailureOf } from './call-problem.ts'
import { INITIAL_VIEW } from './voice-call.ts'

const ended = (isDemo: boolean | null) =>
  endingWords({ ...INITIAL_VIEW, isDemo, ending: { reason: 'limit-reached', durationMs: 60_000 } })?.title

test('a trial whose time is up and a plan whose minutes are used up are told apart', () => {
  expect(ended(true)).toBe('Your time is up')
  expect(ended(null)).toBe('Your time is up')
  expect(ended(false)).toBe('Your minutes are used up')
  expect(endingWords(INITIAL_VIEW)).toBeUndefined()
})

test('a call that is refused for want of minutes is no failure: it says when they start again', () => {
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
    wayOn: 'see-plan',
  })
})

test.each(['demo-time-used-up', 'demos-resting'] as const)('%s is no failure: plans are the way on', (code) => {
  const { title, detail } = ERRORS[code]
  const refused = startFailureOf(new ApiProblem({ status: 429, code, title, detail, requestId: 'r9' }))
  expect(refused).toEqual({ title, detail, requestId: null, wayOn: 'see-plans' })
})

test('a visitor who was not heard reads what to do about it', () => {
  const ending = { reason: 'silent' as const, durationMs: 20_000 }
  expect(endingWords({ ...INITIAL_VIEW, ending })?.text).toContain('Check your microphone, or type')
})
