import { expect, test } from 'vitest'
import { Resampler } from './resampler.ts'

function tone(hz: number, rateHz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: rateHz * seconds }, (_, index) => Math.sin((2 * Math.PI * hz * index) / rateHz))
}

function inPieces(resampler: Resampler, samples: Float32Array, size: number): number[] {
  const out: number[] = []
  for (let at = 0; at < samples.length; at += size) out.push(...resampler.push(samples.subarray(at, at + size)))
  return out
}

/** Power of the tone in the middle of the stretch, 1 for full scale. */
function powerOf(hz: number, rateHz: number, samples: readonly number[]): number {
  const middle = samples.slice(1000, -1000)
  let re = 0
  let im = 0
  for (const [index, sample] of middle.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * index) / rateHz)
    im += sample * Math.sin((2 * Math.PI * hz * index) / rateHz)
  }
  return (2 * Math.hypot(re, im)) / middle.length
}

test.each([48_000, 44_100, 32_000, 16_000, 96_000])('carries speech from %i Hz to 24 kHz', (rateHz) => {
  const out = inPieces(new Resampler(rateHz, 24_000), tone(1_000, rateHz, 1), 128)
  expect(Math.abs(out.length - 24_000)).toBeLessThan(30)
  expect(powerOf(1_000, 24_000, out)).toBeCloseTo(1, 2)
})

test('keeps out what 24 kHz cannot carry, rather than folding it into the voice', () => {
  const out = inPieces(new Resampler(48_000, 24_000), tone(17_000, 48_000, 1), 128)
  expect(powerOf(7_000, 24_000, out)).toBeLessThan(0.002)
})

test('gives the same whatever the size of the pieces', () => {
  const samples = tone(440, 44_100, 0.2)
  const small = inPieces(new Resampler(44_100, 24_000), samples, 7)
  const large = inPieces(new Resampler(44_100, 24_000), samples, 4_096)
  expect(small.length).toBe(large.length)
  expect(Math.max(...small.map((sample, index) => Math.abs(sample - (large[index] ?? 9))))).toBeLessThan(1e-5)
})

test('equal rates pass through untouched', () => {
  const samples = tone(440, 24_000, 0.01)
  expect(new Resampler(24_000, 24_000).push(samples)).toBe(samples)
})
