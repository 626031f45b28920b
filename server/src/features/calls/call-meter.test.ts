import { describe, expect, it } from 'vitest'
import { createCallMeter } from './call-meter.ts'
import type { Granted } from '../billing/billing.ts'

/** A meter whose reservations succeed or fail when the test says so. */
function setUp(granted: Granted, fromMs = 0) {
  const asked: number[] = []
  let answers: { resolve: (granted: Granted) => void; reject: (error: Error) => void }[] = []
  const limits: (number | null)[] = []
  const faults: unknown[] = []
  const meter = createCallMeter({
    callId: 'call_1',
    fromMs,
    granted,
    usage: {
      extend: async (_, durationMs) => {
        asked.push(durationMs)
        const { promise, resolve, reject } = Promise.withResolvers<Granted>()
        answers.push({ resolve, reject })
        return promise
      },
    },
    onLimit: (limitMs) => void limits.push(limitMs),
    onFault: (error) => void faults.push(error),
  })
  async function answer(how: Granted | Error): Promise<void> {
    const [first, ...rest] = answers
    answers = rest
    if (how instanceof Error) first?.reject(how)
    else first?.resolve(how)
    await new Promise(setImmediate)
  }
  return { meter, asked, answer, limits, faults }
}

const AHEAD: Granted = { grantedMs: 120_000, isFinal: false }

describe('the meter', () => {
  it('asks for more when a minute is left, and only one request at a time', () => {
    const { meter, asked } = setUp(AHEAD)
    expect(meter.limitMs()).toBeNull()
    for (const atMs of [5_000, 59_000, 60_000, 65_000, 70_000]) meter.beat(atMs)
    expect(asked).toEqual([60_000])
  })

  it('reports the limit when no more minutes are granted, and withdraws it when there are more', async () => {
    const { meter, answer, limits, asked } = setUp(AHEAD)
    meter.beat(60_000)
    await answer({ grantedMs: 150_000, isFinal: true })
    meter.beat(95_000)
    await answer({ grantedMs: 215_000, isFinal: false })
    expect(limits).toEqual([150_000, null])
    expect(asked).toEqual([60_000, 95_000])
  })

  it('limits a call to its reserved minutes while reserving more fails', async () => {
    const { meter, answer, limits, faults } = setUp(AHEAD)
    meter.beat(60_000)
    await answer(new Error('the database is away'))
    expect(limits).toEqual([120_000])
    meter.beat(65_000)
    await answer({ grantedMs: 185_000, isFinal: false })
    expect(limits).toEqual([120_000, null])
    expect(faults).toHaveLength(1)
  })

  it('counts a visitor’s call from the first words only', async () => {
    const { meter, answer, asked, limits } = setUp(AHEAD, 30_000)
    for (const atMs of [60_000, 89_000, 90_000]) meter.beat(atMs)
    expect(asked).toEqual([60_000])
    await answer({ grantedMs: 150_000, isFinal: true })
    expect(limits).toEqual([180_000])
  })

  it('reports no limit after the call is over', async () => {
    const { meter, answer, limits, asked } = setUp(AHEAD)
    meter.beat(60_000)
    meter.stop()
    await answer({ grantedMs: 120_000, isFinal: true })
    meter.beat(110_000)
    expect(limits).toEqual([])
    expect(asked).toEqual([60_000])
  })
})
