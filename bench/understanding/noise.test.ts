import { describe, expect, test } from 'vitest'
import { addNoise, numbersFrom } from './noise.ts'

describe('noise under speech', () => {
  const speech = Float32Array.from({ length: 8_192 }, (_, index) => (index >= 4_096 && index < 6_144 ? 0.5 : 0))
  const noise = Float32Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? 0.01 : -0.01))

  test('is softer than the speech by the given level, and the mix peaks at half the full volume', () => {
    const sum = addNoise(speech, noise, 20, 0.3)
    const peak = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(peak).toBeCloseTo(0.5)
    // At 20 dB, noise has a tenth of the speech's amplitude. The noise alternates in sign, so two neighbouring samples
    // add up to twice the speech.
    expect(Math.abs(sum[100] ?? 0) / ((sum[5_000] ?? 0) + (sum[5_001] ?? 0))).toBeCloseTo(0.05)
  })

  test('starts at the requested place in the recording', () => {
    const ramp = noise.map((_, index) => index / 20_000)
    const early = addNoise(speech, ramp, 6, 0)
    const late = addNoise(speech, ramp, 6, 1)
    expect((early[1] ?? 0) / (early[8_191] ?? 1)).toBeLessThan(0.01)
    expect((late[1] ?? 0) / (late[8_191] ?? 1)).toBeGreaterThan(0.5)
  })

  test('uses the same random numbers for the same seed', () => {
    const [left, right] = [numbersFrom(7), numbersFrom(7)]
    expect([left(), left()]).toEqual([right(), right()])
  })
})
