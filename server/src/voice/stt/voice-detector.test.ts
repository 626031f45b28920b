import { expect, test } from 'vitest'
import { readRecording } from '../testing/recordings.ts'
import { createSimdMemory } from './simd-matrix.ts'
import { createVoiceDetector, FRAME_SAMPLES, type VoiceDetector } from './voice-detector.ts'

const CLIP = 'flite-slt--healthcare--fever.wav'
/** The results of onnxruntime 1.30 for the frames of the same clip. */
const REFERENCE = `
  0.00575 0.01517 0.01176 0.01094 0.02350 0.03641 0.02445 0.02280 0.02235 0.01919 0.01929 0.27688 0.89307 0.98102
  0.98927 0.99532 0.99961 0.99991 0.99986 0.99990 0.99998 0.99997 0.99999 0.99999 0.99999 0.99998 0.99993 0.99999
  0.99999 0.99997 0.99998 0.99998 1.00000 0.99999 0.99999 0.99998 0.99997 0.99997 0.99991 0.99997 0.99996 0.99999
  0.99999 0.99999 0.99979 0.99948 0.99958 0.99995 0.99999 0.99999 0.99999 0.99999 1.00000 1.00000 0.99999 0.99999
  0.99998 0.99978 0.99967 0.77517 0.05711 0.01343 0.00740 0.00609 0.00470 0.00538 0.00635 0.00706`
  .trim()
  .split(/\s+/)
  .map(Number)

const samples = readRecording(CLIP)
const frames = REFERENCE.map((_, index) => samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES))

function furthestFromReference(detector: VoiceDetector): number {
  return Math.max(...frames.map((frame, index) => Math.abs(detector(frame) - (REFERENCE[index] ?? 0))))
}

test('the detector gives the same results as onnxruntime', () => {
  expect(furthestFromReference(createVoiceDetector())).toBeLessThan(1e-4)
})

test('detectors of different callers do not affect each other', () => {
  const other = createVoiceDetector()
  const detector = createVoiceDetector()
  const alternately: VoiceDetector = (frame) => {
    other(samples.subarray(9_000, 9_000 + FRAME_SAMPLES))
    return detector(frame)
  }
  expect(furthestFromReference(alternately)).toBeLessThan(1e-4)
})

test('SIMD multiplication gives the same sums as plain arithmetic', () => {
  const memory = createSimdMemory(1_000)
  const [matrix, vector, sums] = [memory.allocate(5 * 24), memory.allocate(24), memory.allocate(5)]
  for (const [part, step] of [[matrix, 0.37], [vector, 0.11], [sums, 0.7]] as const) part.forEach((_, index) => (part[index] = Math.sin(step * index))) // oxfmt-ignore
  const expected = [...sums].map(
    (sum, row) => sum + vector.reduce((total, value, column) => total + value * (matrix[row * 24 + column] ?? 0), 0),
  )
  memory.multiplyAdd(matrix, vector, sums)
  for (const [row, sum] of sums.entries()) expect(sum).toBeCloseTo(expected[row] ?? NaN, 5)
  expect(() => memory.multiplyAdd(matrix, vector.subarray(8), sums)).toThrow(RangeError)
})
