import { expect, test } from 'vitest'
import { endReasonOf, microphoneProblemAtDaily, vapiProblemOf } from './vapi-problem.ts'

test.each([
  ['audio-start-failed', { kind: 'notice', text: expect.stringContaining('blocked the sound') }],
  ['audio-processing-setup-error', { kind: 'notice', text: expect.stringContaining('Noise cancellation failed') }],
  ['audio-processor-recovery-error', { kind: 'microphone-lost' }],
  ['video-recording-setup-error', { kind: 'nothing' }],
  ['audio-observer-setup-error', { kind: 'nothing' }],
])('the call goes on after %s', (type, problem) => {
  expect(vapiProblemOf({ type, error: { message: 'broken' } })).toEqual(problem)
})

test('a refused key is told in the specification’s words', () => {
  expect(vapiProblemOf({ error: { statusCode: 401 } })).toEqual({
    kind: 'fatal',
    alert:
      'Authentication failed: Please make sure you are using your PUBLIC Vapi API key, not your private key. You can find your public key in your Vapi dashboard under API Keys.',
  })
})

test.each([
  ['permissions', 'blocked'],
  ['cam-mic-in-use', 'in-use'],
  ['mic-in-use', 'in-use'],
  ['not-found', 'missing'],
  ['constraints', 'missing'],
  ['undefined-mediadevices', 'insecure'],
  ['unknown', 'unknown'],
])('a microphone that fails at Daily with %s is %s', (type, problem) => {
  expect(microphoneProblemAtDaily({ action: 'camera-error', error: { type } })).toBe(problem)
  expect(microphoneProblemAtDaily({ error: { error: { type } } })).toBe(problem)
})

test.each([
  ['customer-did-not-answer', 'idle'],
  ['vapifault-transport-connected-but-call-not-active', 'failed'],
  ['something-new', 'person-ended'],
])('the end reason %s of Vapi counts as %s', (reason, ending) => {
  expect(endReasonOf(reason)).toBe(ending)
})
