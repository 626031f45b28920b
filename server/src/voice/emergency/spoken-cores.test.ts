import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGrammarRecogniser, type GrammarRecogniser } from '../stt/grammar-recogniser.ts'
import type { DroppedPattern } from '../stt/phrase-grammar.ts'
import { synthesise } from '../tts/flite.ts'
import { EMERGENCY_CORES, isSpottedCore } from './spoken-cores.ts'

const CLIPS = new URL('../../../../e2e/fixtures/speech/', import.meta.url)
const WAV_HEADER_BYTES = 44
const GRAMMAR = {
  id: 'cores',
  patterns: ['how do i change a tire', 'my chest of drawers'],
  spotted: { id: 'emergency', patterns: EMERGENCY_CORES },
}

let recogniser: GrammarRecogniser
const dropped: DroppedPattern[] = []
beforeAll(async () => {
  recogniser = createGrammarRecogniser({ workers: 1, onDropped: (_, patterns) => dropped.push(...patterns) })
  await recogniser.warm(GRAMMAR)
})
afterAll(() => recogniser.close())

async function hear(samples: Float32Array): Promise<string> {
  const stream = recogniser.open(GRAMMAR)
  stream.write(samples)
  return (await stream.finish()).text
}

describe('cries for help within longer speech', () => {
  test.each([
    'I took a whole bottle of sleeping pills',
    'listen my mother is lying here and she is not breathing',
    'somebody is breaking into my house',
    'I think my uncle is having a stroke',
  ])('hears %j', async (sentence) => {
    const { samples } = await synthesise(sentence, { voice: 'slt' })
    expect(await hear(samples)).toSatisfy(isSpottedCore)
  })

  test.each(['flite-slt--out-of-grammar--weather', 'flite-rms--out-of-grammar--sea-shells', 'synthetic--noise--cough'])(
    'is not alarmed by %s',
    async (name) => {
      const bytes = readFileSync(new URL(`${name}.wav`, CLIPS)).subarray(WAV_HEADER_BYTES)
      const clip = Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768)
      expect(await hear(clip)).toBe('')
    },
  )

  test('leaves no core out', () => {
    expect(dropped).toEqual([])
  })
})
