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
    isOutOfMinutes: true,
  })
})
