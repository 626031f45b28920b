import { expect, test } from 'vitest'
import {
  microphoneProblemOf,
  nextMicrophoneStatus,
  type MicrophoneEvent,
  type MicrophoneStatus,
} from './microphone-status.ts'

const unasked: MicrophoneStatus = { state: 'unasked' }
const asking: MicrophoneStatus = { state: 'asking' }
const granted: MicrophoneStatus = { state: 'granted' }
const blocked: MicrophoneStatus = { state: 'error', reason: 'blocked' }
const missing: MicrophoneStatus = { state: 'error', reason: 'missing' }

const rows: [from: MicrophoneStatus, event: MicrophoneEvent, to: MicrophoneStatus][] = [
  [unasked, { type: 'asked' }, asking],
  [asking, { type: 'granted' }, granted],
  [asking, { type: 'failed', reason: 'blocked' }, blocked],
  [blocked, { type: 'asked' }, asking],
  [granted, { type: 'asked' }, granted],
  [granted, { type: 'failed', reason: 'missing' }, missing],
  [missing, { type: 'granted' }, granted],
  [granted, { type: 'closed' }, unasked],
  // Answers that arrive after the call has ended.
  [unasked, { type: 'granted' }, unasked],
  [unasked, { type: 'failed', reason: 'blocked' }, unasked],
]

test.each(rows)('%j, %j → %j', (from, event, to) => {
  expect(nextMicrophoneStatus(from, event)).toEqual(to)
})

test.each([
  ['NotAllowedError', 'blocked'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['SecurityError', 'insecure'],
  ['TypeError', 'unknown'],
])('%s means %s', (name, problem) => {
  expect(microphoneProblemOf(new DOMException('', name))).toBe(problem)
})

test('a value that is not an error counts as unknown', () => {
  expect(microphoneProblemOf('no')).toBe('unknown')
})
