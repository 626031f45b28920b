import { expect, test } from 'vitest'
import { readRecording, RECORDINGS } from '../testing/recordings.ts'
import { createDecoderFactory, loadSoundSwallower } from './soundswallower.ts'

const SECOND = 16_000
const decoder = await createDecoderFactory(await loadSoundSwallower(), {}).create()

async function meanOf(samples: Float32Array, known?: readonly number[]): Promise<readonly number[]> {
  return (await decoder.measureMean(samples, known)) ?? []
}

/** Root mean square over the cepstrum. */
function distance(left: readonly number[], right: readonly number[]): number {
  return Math.sqrt(left.reduce((sum, value, index) => sum + (value - (right[index] ?? NaN)) ** 2, 0) / left.length)
}

const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

test('the first second of a sentence gives nearly the mean of all of it', async () => {
  const distances = []
  // A sample, of all speakers: the recordings are sorted by them.
  for (const name of RECORDINGS.filter((_, at) => at % 3 === 0)) {
    const sentence = readRecording(name)
    distances.push(distance(await meanOf(sentence.subarray(0, SECOND)), await meanOf(sentence)))
  }
  // Plain means are 2.7 apart.
  expect(average(distances)).toBeLessThan(2)
})

test('a known voice is recognised in half a second, and an unknown one takes its place in a sentence', async () => {
  const [own, other] = ['flite-slt--healthcare--fever.wav', 'festival-ked--healthcare--burn.wav'].map(readRecording)
  if (!own || !other) throw new Error('The recordings are missing.')
  const known = await meanOf(own)
  expect(distance(await meanOf(own.subarray(0, SECOND / 2), known), known)).toBeLessThan(1.5)
  const change = distance(await meanOf(other), known)
  expect(distance(await meanOf(other, known), known)).toBeGreaterThan(change / 2)
})

test('silence has no mean', async () => {
  expect(await decoder.measureMean(new Float32Array(SECOND), undefined)).toBeUndefined()
})
