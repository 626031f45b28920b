import * as contract from '#contract/realtime.ts'
import { expect, test } from 'vitest'
import { WIRE_SAMPLE_RATE_HZ } from './wire-rate.ts'

test("the worklets' rate is the wire's", () => {
  expect(WIRE_SAMPLE_RATE_HZ).toBe(contract.WIRE_SAMPLE_RATE_HZ)
})
