import { expect, test } from 'vitest'
import { problemFrom } from './problem-answer.ts'

const noHeaders = new Headers()

test('reads an RFC 9457 answer', () => {
  const body = JSON.stringify({
    title: 'Too many attempts',
    detail: 'Please wait a moment and try again.',
    code: 'rate-limited',
    requestId: 'r1',
  })
  expect(problemFrom(429, body, noHeaders)).toMatchObject({
    status: 429,
    title: 'Too many attempts',
    detail: 'Please wait a moment and try again.',
    code: 'rate-limited',
    requestId: 'r1',
  })
})

test.each(['', '<html>Bad gateway</html>', '[]', 'null', '{"detail": 7}'])('turns %j into a plain sentence', (body) => {
  const problem = problemFrom(502, body, new Headers({ 'x-request-id': 'from-header' }))
  expect(problem.detail).toBe('The server answered with 502. Please try again.')
  expect(problem.code).toBe('unknown')
  expect(problem.requestId).toBe('from-header')
})
