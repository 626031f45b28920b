import { expect, it } from 'vitest'
import { createCallMarks, MARK_NAME } from './call-mark.ts'
import { endReasonOf, momentOf, reportOf } from './server-messages.ts'

const STARTED = '2026-08-01T10:00:00.000Z'
const call = (more: object = {}) => ({ id: 'v_1', status: 'ended', startedAt: STARTED, ...more })

it.each<[string | null, boolean]>([
  [STARTED, true],
  ['0000-01-01T00:00:00Z', false],
  ['0000-01-01T00:00:00+14:00', false],
  ['1970-01-01T00:00:00Z', false],
  ['9999-12-31T23:59:59Z', false],
  [null, false],
])('%s is a possible date of a call: %s', (text, isDate) => {
  expect(momentOf(text) !== null).toBe(isDate)
})

it.each<[string, object, number]>([
  ['from its start to its end', { endedAt: '2026-08-01T10:00:42.500Z' }, 42_500],
  ['nothing without an end', { endedAt: null }, 0],
  ['nothing if it ended before it began', { endedAt: '2026-08-01T09:00:00Z' }, 0],
  ['nothing if the end is impossible', { endedAt: '9999-12-31T23:59:59Z' }, 0],
  ['no longer than any call at Vapi', { endedAt: '2026-08-09T10:00:00Z' }, 43_200_000],
])('a call lasts %s', (_, moments, durationMs) => {
  expect(reportOf(call(moments))?.durationMs).toBe(durationMs)
})

it('a call is known by its mark, wherever Vapi repeats it', () => {
  const marks = createCallMarks('the-secret-of-this-test')
  const marked = { metadata: { [MARK_NAME]: marks.of('call_1') } }
  expect(marks.read(call({ assistantOverrides: marked }))).toBe('call_1')
  expect(marks.read(call({ assistantOverrides: {}, assistant: marked }))).toBe('call_1')
  expect(marks.read(call(), marked)).toBe('call_1')
})

it('a running call has no report', () => {
  expect(reportOf({ ...call(), status: 'in-progress' })).toBeNull()
})

it.each([
  ['exceeded-max-duration', 5_000, 'limit-reached'],
  ['customer-ended-call', 58_000, 'limit-reached'],
  ['customer-ended-call', 57_999, 'person-ended'],
  ['silence-timed-out', 5_000, 'idle'],
  ['pipeline-error-openai-llm-failed', 5_000, 'failed'],
  ['customer-did-not-give-microphone-permission', 0, 'person-ended'],
])('%s after %d ms of a minute counts as %s', (endedReason, durationMs, reason) => {
  expect(endReasonOf({ startedAt: null, lines: [], endedReason, durationMs }, 60_000)).toBe(reason)
})
