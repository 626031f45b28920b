import { expect, test } from 'vitest'
import { readRecording } from '../testing/recordings.ts'
import { createNoiseReducer } from './noise-reducer.ts'

const NOISE = 0.03

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length
}

test('noise is removed, and the voice is not shifted in time', () => {
  const voice = readRecording('flite-slt--healthcare--fever.wav').subarray(4_000, 16_000)
  let seed = 1
  const noisy = voice.map((value) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return value + NOISE * (seed / 0x4000_0000 - 1)
  })
  const reduction = createNoiseReducer()(noisy)
  const steps: (Float32Array | undefined)[] = []
  while (!steps.at(-1)) steps.push(reduction.proceed())
  // 200 ms at once.
  expect(steps).toHaveLength(4)
  const quiet = steps.at(-1) ?? noisy
  const [left, before] = [quiet, noisy].map((some) => powerOf(some.map((value, at) => value - (voice[at] ?? 0))))
  expect(quiet).toHaveLength(noisy.length)
  expect(left).toBeLessThan((before ?? 0) / 3)
})
