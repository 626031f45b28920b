import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createResampler } from './resample.ts'

const sine = (hz: number, rateHz: number, seconds: number) =>
  Float32Array.from({ length: rateHz * seconds }, (_, index) => 0.8 * Math.sin((2 * Math.PI * hz * index) / rateHz))

const power = (samples: Float32Array) => samples.reduce((sum, value) => sum + value * value, 0) / samples.length

/** The signal-to-noise ratio, leaving out both ends, where the filter lacks neighbouring samples. */
function signalToNoiseDb(got: Float32Array, wanted: Float32Array): number {
  const inner = wanted.subarray(400, got.length - 400)
  const error = inner.map((value, index) => value - (got[index + 400] ?? 0))
  return 10 * Math.log10(power(inner) / power(error))
}

describe('the resampler', () => {
  it.each([
    [24_000, 16_000],
    [16_000, 24_000],
    [48_000, 24_000],
    [44_100, 24_000],
    [8_000, 24_000],
  ])('preserves a tone from %i to %i Hz', (fromHz, toHz) => {
    for (const hz of [200, 1_000, 3_000]) {
      const got = createResampler(fromHz, toHz).push(sine(hz, fromHz, 0.5))
      expect(signalToNoiseDb(got, sine(hz, toHz, 0.5))).toBeGreaterThan(50)
    }
  })

  it('removes frequencies that the lower rate cannot represent', () => {
    const got = createResampler(24_000, 16_000).push(sine(10_000, 24_000, 0.5))
    expect(10 * Math.log10(power(got.subarray(400, -400)) / 0.32)).toBeLessThan(-60)
  })

  it('gives the same samples however the stream is divided', () => {
    const sound = sine(440, 24_000, 0.2)
    const whole = createResampler(24_000, 16_000).push(sound)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1 }), (lengths) => {
        const resampler = createResampler(24_000, 16_000)
        const parts: number[] = []
        let at = 0
        for (const length of [...lengths, sound.length]) {
          parts.push(...resampler.push(sound.subarray(at, at + length)))
          at = Math.min(sound.length, at + length)
        }
        expect(parts).toEqual([...whole])
      }),
      { numRuns: 50 },
    )
  })
})
