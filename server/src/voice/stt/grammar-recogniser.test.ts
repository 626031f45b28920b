import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeechGrammar } from '../ports.ts'
import { createGrammarRecogniser, type GrammarRecogniser } from './grammar-recogniser.ts'
import type { DroppedPattern } from './phrase-grammar.ts'

const FOLDER = new URL('../../../../e2e/fixtures/speech/', import.meta.url)
const FRAME = 320
const RATE_HZ = 16_000
const WAV_HEADER_BYTES = 44

function readClip(name: string): Float32Array {
  const bytes = readFileSync(new URL(name, FOLDER)).subarray(WAV_HEADER_BYTES)
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768)
}

const GRAMMAR: SpeechGrammar = {
  id: 'test',
  patterns: [
    'what should i do about a fever',
    'i get migraines',
    '(what is | what is a) good blood pressure',
    'which debt should i pay off [first]',
    "what's compound interest",
    'should i install updates',
    'how big is a wugglezorp',
    'what is a (broken pattern',
    'tell me a joke',
    'how do i boil an egg',
    'can you call me tomorrow',
  ],
}

const PRONOUNCED: Record<string, string[]> = { wugglezorp: ['nonsense'], pheevre: ['F', 'IY', 'V', 'ER'] }

let recogniser: GrammarRecogniser
const dropped: DroppedPattern[] = []
beforeAll(async () => {
  recogniser = createGrammarRecogniser({
    workers: 1,
    maxDecoders: 2,
    // "pheevre" is in no dictionary, and pronounced like "fever".
    pronounce: async (words) => words.map((word) => PRONOUNCED[word] ?? []),
    onDropped: (_, patterns) => dropped.push(...patterns),
  })
  await recogniser.warm(GRAMMAR)
})
afterAll(() => recogniser.close())

function hear(clip: Float32Array, grammar = GRAMMAR): Promise<{ text: string; understood: boolean }> {
  const stream = recogniser.open(grammar)
  const frame = new Float32Array(FRAME)
  for (let start = 0; start < clip.length; start += FRAME) {
    // The buffer is reused, as a caller may do.
    frame.fill(0)
    frame.set(clip.subarray(start, start + FRAME))
    stream.write(frame)
  }
  return stream.finish()
}

describe('the grammar recogniser', () => {
  test.each([
    ['complete', GRAMMAR],
    ['open', { id: 'longer', patterns: ['what should i do about a fever tomorrow'] }],
  ] as const)('reports in a pause that the words are %s', async (expected, grammar) => {
    const stream = recogniser.open(grammar)
    expect(await stream.progress()).toBe('unknown')
    stream.write(readClip('flite-slt--healthcare--fever.wav'))
    stream.write(new Float32Array(RATE_HZ * 0.2))
    // Each request for progress decodes some more of the audio, which arrived all at once.
    await expect.poll(() => stream.progress(), { interval: 0 }).toBe(expected)
    stream.cancel()
    expect(await stream.progress()).toBe('unknown')
  })

  test('understands different voices, even more at once than it has decoders', async () => {
    const clips = [
      ['flite-slt--healthcare--fever.wav', 'what should i do about a fever'],
      ['festival-ked--technology--updates.wav', 'should i install updates'],
      ['flite-awb--out-of-grammar--football.wav', ''],
      ['festival-kal--out-of-grammar--quick-fox.wav', ''],
      ['synthetic--noise--cough.wav', ''],
    ] as const
    const heard = await Promise.all(clips.map(([name]) => hear(readClip(name))))
    expect(heard).toEqual(clips.map(([, text]) => ({ text, understood: text !== '' })))
    expect(recogniser.decoderCount()).toBe(2)
  })

  test('gets a decoder ready for a call, and one in the next thread', async () => {
    const pair = createGrammarRecogniser({ workers: 2 })
    const grammar = { id: 'joke', patterns: ['tell me a joke'] }
    await pair.warm(grammar, new AbortController().signal)
    expect(pair.decoderCount()).toBe(2)
    // Both were given back after they had been prepared, so two callers at once need no further one.
    const streams = [pair.open(grammar), pair.open(grammar)]
    for (const stream of streams) stream.write(new Float32Array(FRAME))
    await Promise.all(streams.map((stream) => stream.finish()))
    expect(pair.decoderCount()).toBe(2)
    await pair.close()
  })

  test('understands a quiet microphone just as well', async () => {
    const quiet = readClip('flite-slt--healthcare--fever.wav').map((value) => value * 0.03)
    expect((await hear(quiet)).text).toBe('what should i do about a fever')
  })

  test('reports the patterns that it had to leave out', () => {
    expect(dropped).toEqual([
      { pattern: 'how big is a wugglezorp', unknownWords: ['wugglezorp'] },
      { pattern: 'what is a (broken pattern', unknownWords: [] },
    ])
  })

  test('uses a given pronunciation', async () => {
    const grammar = { id: 'p', patterns: ['what should i do about a pheevre', 'tell me a joke'] }
    const { text } = await hear(readClip('flite-slt--healthcare--fever.wav'), grammar)
    expect(text).toBe('what should i do about a pheevre')
  })

  test('understands nothing in silence, in no audio, and with a grammar without phrases', async () => {
    const nothing = { text: '', understood: false }
    expect(await hear(new Float32Array(16_000))).toEqual(nothing)
    expect(await hear(new Float32Array(0))).toEqual(nothing)
    expect(await hear(new Float32Array(8_000), { id: 'empty', patterns: [] })).toEqual(nothing)
  })

  test('returns the decoder of a cancelled stream', async () => {
    for (let index = 0; index < 6; index += 1) {
      const stream = recogniser.open(GRAMMAR)
      stream.write(new Float32Array(FRAME))
      stream.cancel()
      stream.cancel()
      await expect(stream.finish()).rejects.toThrow('given up')
    }
    expect((await hear(readClip('flite-slt--healthcare--fever.wav'))).understood).toBe(true)
  })
})
