import { expect, it } from 'vitest'
import { ApiProblem } from '../../lib/api-problem.ts'
import { stageOfFailure } from './use-checkout.ts'

const answer = (status: number, code: string) =>
  new ApiProblem({ status, code, title: 'A title', detail: 'And more.', requestId: null })

it('a server without payments, an existing plan and one to claim are not failures', () => {
  expect(stageOfFailure(answer(503, 'payments-off'))).toEqual({ kind: 'off' })
  expect(stageOfFailure(answer(409, 'already-subscribed'))).toEqual({ kind: 'has-plan' })
  expect(stageOfFailure(answer(409, 'plan-to-claim'))).toEqual({ kind: 'to-claim' })
})

it('other failures have the server’s text, or a default text', () => {
  expect(stageOfFailure(answer(503, 'payments-unavailable'))).toEqual({
    kind: 'failed',
    title: 'A title',
    detail: 'And more.',
  })
  expect(stageOfFailure(new TypeError('x is undefined'))).toMatchObject({
    kind: 'failed',
    detail: 'Nothing was charged. Please try again.',
  })
})
