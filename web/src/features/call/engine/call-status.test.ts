import { expect, test } from 'vitest'
import { CALL_STATUS_LABEL, nextCallStatus, type CallStatus, type CallStatusEvent } from './call-status.ts'

const rows: [from: CallStatus, event: CallStatusEvent, to: CallStatus][] = [
  ['disconnected', 'call-started', 'connected'],
  ['error', 'call-started', 'connected'],
  ['listening', 'call-started', 'listening'],
  ['connected', 'speech-started', 'user-speaking'],
  ['listening', 'speech-started', 'user-speaking'],
  ['processing', 'speech-started', 'user-speaking'],
  ['disconnected', 'speech-started', 'disconnected'],
  ['user-speaking', 'speech-ended', 'processing'],
  ['connected', 'speech-ended', 'processing'],
  ['disconnected', 'speech-ended', 'disconnected'],
  ['processing', 'assistant-finished', 'listening'],
  ['connected', 'assistant-finished', 'listening'],
  ['user-speaking', 'assistant-finished', 'user-speaking'],
  ['error', 'assistant-finished', 'error'],
  ['processing', 'speech-dismissed', 'listening'],
  ['user-speaking', 'speech-dismissed', 'listening'],
  ['connected', 'speech-dismissed', 'connected'],
  ['connected', 'failed', 'error'],
  ['disconnected', 'failed', 'error'],
  ['listening', 'call-ended', 'disconnected'],
  ['user-speaking', 'call-ended', 'disconnected'],
  ['error', 'call-ended', 'error'],
  ['disconnected', 'call-ended', 'disconnected'],
]

test.each(rows)('%s, %s → %s', (from, event, to) => {
  expect(nextCallStatus(from, event)).toBe(to)
})

test('the labels are those of the specification', () => {
  expect(CALL_STATUS_LABEL).toEqual({
    connected: 'Demo Mode',
    'user-speaking': 'You are speaking...',
    processing: 'AI is thinking...',
    listening: 'Listening...',
    error: 'Disconnected',
    disconnected: 'Disconnected',
  })
})
