import { expect, test } from 'vitest'
import { readRecording } from '../testing/recordings.ts'
import { compileGrammar } from './phrase-grammar.ts'
import { createDecoderFactory, loadSoundSwallower } from './soundswallower.ts'

const { grammar } = compileGrammar('g', { patterns: ['(what should i | should i) do'] }, new Map([['should', ['SH UH D']], ['what', ['W AH T']], ['i', ['AY']], ['do', ['D UW']]])) // oxfmt-ignore

test('decoders find the same Gaussians as the package itself, even those that share a model', async () => {
  const soundSwallower = await loadSoundSwallower()
  const heard = []
  // With 1, the package looks through all Gaussians in each frame.
  const configs: Record<string, number>[] = [{}, {}, { ds: 1 }]
  for (const config of configs) {
    const decoder = await createDecoderFactory(soundSwallower, { topn: 4, ...config }).create()
    decoder.add_words(...grammar.words)
    decoder.setNetwork(grammar.network)
    decoder.start()
    decoder.process_audio(readRecording('flite-slt--healthcare--fever.wav'), false, true)
    decoder.stop()
    heard.push(decoder.get_alignment())
  }
  // Each word's position and likelihood.
  expect(heard[2]?.w?.length).toBeGreaterThan(5)
  expect(heard[0]).toEqual(heard[2])
  expect(heard[1]).toEqual(heard[2])
})
