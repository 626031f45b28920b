import { expect, test } from 'vitest'
import type { DecoderSlot, SlotHeard } from './decoder-slot.ts'
import type { NoiseReduction } from './noise-reducer.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'
import { createSharedDecoder, dynamicsDb, withSecondPass } from './two-passes.ts'

const grammar = {
  id: 'g',
  network: { states: 1, start: 0, end: 0, steps: [], free: [] },
  words: [],
  pauseWeight: 1,
  mostActive: 1,
}
const PHRASES: CompiledGrammar = { ...grammar, kind: 'phrases' }
const WORDS: CompiledGrammar = { ...grammar, kind: 'words' }

/** A simulated decoder that always returns the same text, after `asksNeeded` calls of `finish`. */
function slotThatHears(text: string, { asksNeeded = 1 } = {}): DecoderSlot & { heard: string[] } {
  const heard: string[] = []
  let asked = 0
  return {
    heard,
    prepare: () => undefined,
    begin: () => void heard.push('begin'),
    write: async (samples) => {
      heard.push(`write ${samples?.length}`)
      return false
    },
    progress: async () => 'unknown',
    finish: async () =>
      ++asked % asksNeeded === 0 ? { text, understood: text !== '', strangeness: 0, voice: [text.length] } : undefined,
    abandon: () => void heard.push('abandon'),
  }
}

/** Half a second of room noise, then half a second of a voice. */
function speech(room: number): Float32Array {
  return Float32Array.from({ length: 16_000 }, (_, at) => Math.sin(at) * (at < 8_000 ? room : 0.3))
}

/** In two steps, it leaves every second sample. */
function halvingReducer() {
  let released = 0
  const reduceNoise = (noisy: Float32Array): NoiseReduction => {
    let steps = 0
    return {
      proceed: () => (++steps < 2 ? undefined : noisy.filter((_, at) => at % 2 === 0)),
      release: () => void (released += 1),
    }
  }
  return { reduceNoise, released: () => released }
}

async function say(slot: DecoderSlot, samples: Float32Array, spoken = PHRASES): Promise<SlotHeard> {
  slot.begin(spoken)
  await slot.write(samples.slice(0, 10_000))
  await slot.write(samples.slice(10_000))
  for (;;) {
    const heard = await slot.finish()
    if (heard) return heard
  }
}

test.each([
  ['clear speech that the quick pass understood keeps its result', 0.001, 'quick', PHRASES, 'quick', false],
  ['clear speech that the quick pass refused goes to the careful one', 0.001, '', PHRASES, 'careful', false],
  ['speech in a noisy room goes to the careful pass without noise', 0.03, 'quick', PHRASES, 'careful', true],
  ['single words in a noisy room go to the decoder for words', 0.03, 'quick', WORDS, 'words', false],
])('%s', async (_, room, quick, spoken, expected, isReduced) => {
  const shared = { careful: slotThatHears('careful', { asksNeeded: 3 }), words: slotThatHears('words') }
  const slot = withSecondPass(slotThatHears(quick), {
    careful: createSharedDecoder(async () => shared.careful),
    reduceNoise: halvingReducer().reduceNoise,
    words: createSharedDecoder(async () => shared.words),
  })
  // The call remembers the voice as it sounds in its room.
  const voice = [isReduced ? quick.length : expected.length]
  expect(await say(slot, speech(room), spoken)).toMatchObject({ text: expected, voice })
  const length = isReduced ? 8_000 : 16_000
  for (const [name, { heard }] of Object.entries(shared))
    expect(heard).toEqual(name === expected ? ['begin', `write ${length}`] : [])
})

test('cancelling speech while its noise is removed frees the reducer’s memory', async () => {
  const { reduceNoise, released } = halvingReducer()
  const careful = createSharedDecoder(async () => slotThatHears('careful'))
  const slot = withSecondPass(slotThatHears('quick'), { careful, reduceNoise, words: careful })
  slot.begin(PHRASES)
  await slot.write(speech(0.03))
  expect(await slot.finish()).toBeUndefined()
  expect(released()).toBe(0)
  slot.abandon()
  expect(released()).toBe(1)
})

async function twoUtterances(slow: DecoderSlot): Promise<[DecoderSlot, DecoderSlot]> {
  const careful = createSharedDecoder(async () => slow)
  const [one, other] = [slotThatHears(''), slotThatHears('')].map((quick) =>
    withSecondPass(quick, { careful, reduceNoise: halvingReducer().reduceNoise, words: careful }),
  ) as [DecoderSlot, DecoderSlot]
  for (const slot of [one, other]) {
    slot.begin(PHRASES)
    await slot.write(speech(0.001))
  }
  return [one, other]
}

test('two utterances take turns with the careful decoder, which a cancelled one releases', async () => {
  const slow = slotThatHears('careful', { asksNeeded: 3 })
  const [one, other] = await twoUtterances(slow)
  expect(await one.finish()).toBeUndefined()
  expect(await other.finish()).toBeUndefined()
  expect(slow.heard).toEqual(['begin', 'write 16000'])
  one.abandon()
  await Promise.resolve()
  expect(await other.finish()).toMatchObject({ text: 'careful', understood: true })
  expect(slow.heard).toEqual(['begin', 'write 16000', 'abandon', 'begin', 'write 16000'])
})

test('cancelling an utterance that waits for the careful decoder leaves the other one alone', async () => {
  const slow = slotThatHears('careful', { asksNeeded: 3 })
  const [one, other] = await twoUtterances(slow)
  expect(await one.finish()).toBeUndefined()
  expect(await other.finish()).toBeUndefined()
  other.abandon()
  await Promise.resolve()
  expect(await one.finish()).toMatchObject({ text: 'careful' })
  expect(slow.heard).toEqual(['begin', 'write 16000'])
})

test('an utterance that breaks the careful decoder does not keep it from the next one', async () => {
  const slow = slotThatHears('careful')
  const begun = () => slow.heard.filter((step) => step === 'begin').length
  const [one, other] = await twoUtterances({
    ...slow,
    finish: () => (begun() < 2 ? Promise.reject(new Error('decoder')) : slow.finish()),
  })
  await expect(one.finish()).rejects.toThrow('decoder')
  expect(await other.finish()).toMatchObject({ text: 'careful' })
})

test('an utterance that waits for the careful decoder helps to decode the one before it', async () => {
  const slow = slotThatHears('careful', { asksNeeded: 3 })
  const [one, other] = await twoUtterances(slow)
  expect(await one.finish()).toBeUndefined()
  for (let asked = 0; asked < 2; asked += 1) expect(await other.finish()).toBeUndefined()
  for (let asked = 0; asked < 2; asked += 1) expect(await other.finish()).toBeUndefined()
  expect(slow.heard).toEqual(['begin', 'write 16000', 'begin', 'write 16000'])
  expect(await one.finish()).toMatchObject({ text: 'careful' })
  expect(await other.finish()).toMatchObject({ text: 'careful' })
})

test('dynamicsDb measures how far a voice is above the room’s noise', () => {
  expect(dynamicsDb([speech(0.03)])).toBeCloseTo(20, 0)
  expect(dynamicsDb([speech(0.003)])).toBeCloseTo(40, 0)
})
