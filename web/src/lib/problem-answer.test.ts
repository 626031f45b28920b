import { expect, test } from 'vitest'
import { failureWords } from './api-problem.ts'
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

test('of a refusal, says only why', () => {
  const words = { title: 'That request could not be read', detail: 'That would allow the websites of strangers too.' }
  const refused = problemFrom(400, JSON.stringify({ ...words, code: 'bad-request' }), noHeaders)
  expect(failureWords(refused, 'Please try again.')).toBe(words.detail)
})
