import { expect, test } from 'vitest'
import { CALL_END_REASONS } from '#contract/realtime.ts'
import { endingOf } from './call-endings.ts'

const resumable = { continues: 'call_1', continuesToken: 'secret' }

test('only a call that ended because of a failure can be continued', () => {
  const waysOn = CALL_END_REASONS.map((reason) => {
    return [reason, endingOf({ reason, isDemo: false, resumable }).wayOn] as const
  })
  const continued = waysOn.flatMap(([reason, wayOn]) => (wayOn === 'continue' ? [reason] : []))
  expect(continued.toSorted()).toEqual(['connection-lost', 'failed', 'server-lost', 'server-stopping'])
})
