import { expect, test } from 'vitest'
import { CALL_END_REASONS } from '#contract/realtime.ts'
import { endingOf } from './call-endings.ts'

const resumable = { continues: 'call_1', continuesToken: 'secret' }

test('only a call that ended because of a failure can be continued', () => {
  const nextSteps = CALL_END_REASONS.map((reason) => {
    return [reason, endingOf({ reason, isDemo: false, resumable }).nextStep] as const
  })
  const continued = nextSteps.flatMap(([reason, nextStep]) => (nextStep === 'continue' ? [reason] : []))
  expect(continued.toSorted()).toEqual(['connection-lost', 'failed', 'server-lost', 'server-stopping'])
})

test.each([
  { reason: 'access-ended', nextStep: 'log-in' },
  { reason: 'host-ended', nextStep: 'start-again' },
  { reason: 'silent', nextStep: 'start-again' },
  { reason: 'idle', nextStep: 'none' },
] as const)('after $reason, the caller is offered: $nextStep', ({ reason, nextStep }) => {
  expect(endingOf({ reason, isDemo: true, resumable: null }).nextStep).toBe(nextStep)
})
