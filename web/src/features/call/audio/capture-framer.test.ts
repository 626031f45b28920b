import { expect, test } from 'vitest'
import { CaptureFramer } from './capture-framer.ts'

test('cuts a second of 48 kHz into 25 frames of 40 ms', () => {
  const framer = new CaptureFramer(48_000)
  const frames: Int16Array[] = []
  for (let block = 0; block < 375; block += 1) frames.push(...framer.push(new Float32Array(128).fill(0.5)))
  // The delay of the resampler leaves the last frame incomplete.
  expect(frames).toHaveLength(24)
  expect(frames.every((frame) => frame.length === 960)).toBe(true)
  expect(frames[3]?.[400]).toBe(16_384)
  expect(new Set(frames).size).toBe(frames.length)
})

test('sound at the rate of the wire is cut into frames without resampling', () => {
  const framer = new CaptureFramer(24_000)
  const samples = Float32Array.from({ length: 960 }, (_, index) => index / 32_767)
  expect(framer.push(samples.subarray(0, 500))).toEqual([])
  const [frame] = framer.push(samples.subarray(500))
  expect(Array.from(frame ?? [])).toEqual(Array.from({ length: 960 }, (_, index) => index))
})
