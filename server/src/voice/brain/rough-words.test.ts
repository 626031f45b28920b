import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { CATALOGUE_DEFINITIONS } from '../../features/assistants/catalogue/all.ts'
import { toDefinition } from '../../features/assistants/own/definition.ts'
import { createGrammarRecogniser, type GrammarRecogniser } from '../stt/grammar-recogniser.ts'
import { synthesise } from '../tts/flite.ts'
import { grammarOf } from './assistant-grammar.ts'
import { createKnowledgeBrain } from './knowledge-brain.ts'
import { knowledgeIndexAtOnce } from './knowledge-index.ts'
import { isRough, isRoughCry, senseOf } from './rough-words.ts'
import type { Understanding } from './understanding/judge-likeness.ts'

const CLIPS = new URL('../../../../e2e/fixtures/speech/', import.meta.url)
const WAV_HEADER_BYTES = 44
/** The beginning of a recording is enough, and its recognition takes longer the more there is of it. */
const HEARD_SAMPLES = 1.5 * 16_000

function catalogue(id: string): AssistantDefinition {
  const found = CATALOGUE_DEFINITIONS.find((assistant) => assistant.id === id)
  if (!found) throw new Error(`There is no ${id}.`)
  return found
}

const technology = catalogue('technology')

function entriesOf(sense: Understanding): readonly KnowledgeEntry[] {
  if (sense.kind === 'refuse') return []
  return sense.kind === 'answer' ? [sense.entry] : sense.entries
}

describe('free speech outside the grammar', () => {
  const grammar = grammarOf(technology)
  const index = knowledgeIndexAtOnce(technology)
  let recogniser: GrammarRecogniser
  beforeAll(async () => {
    recogniser = createGrammarRecogniser({ workers: 1 })
    await recogniser.warm(grammar)
  })
  afterAll(() => recogniser.close())

  async function hear(samples: Float32Array, expected = grammar): Promise<string> {
    const stream = recogniser.open(expected)
    stream.write(samples)
    return (await stream.finish()).text
  }

  test.each([['I dropped my phone in the toilet', 'water-damage']])(
    'is recognised well enough to know what %j is about',
    async (sentence, entryId) => {
      const { samples } = await synthesise(sentence, { voice: 'slt' })
      const heard = await hear(samples)
      expect(heard).toSatisfy(isRough)
      expect(entriesOf(senseOf(index, heard)), heard).toEqual([expect.objectContaining({ id: entryId })])
    },
  )

  test('is understood by an assistant made from a pasted text', async () => {
    const notes = `Opening hours\nFrom eight to six.\n\nAfter an extraction\nDo not smoke for a day after a tooth was pulled.`
    const content = { name: 'Nora', voiceId: 'oak' as const, firstMessage: 'Hello.', systemPrompt: '' }
    const own = toDefinition('own_x', { ...content, knowledge: { pairs: [], notes } })
    const { samples } = await synthesise('may I smoke after extraction', { voice: 'slt' })
    const heard = await hear(samples, grammarOf(own))
    const question = 'After an extraction'
    expect(entriesOf(senseOf(knowledgeIndexAtOnce(own), heard)), heard).toEqual([expect.objectContaining({ question })])
  })

  test('is answered if a passage means the same in other words', () => {
    const notes = 'Smoking is allowed on the balconies only.\n\nBreakfast is served from seven to ten on the terrace.'
    const content = { name: 'Nora', voiceId: 'oak' as const, firstMessage: 'Hello.', systemPrompt: '' }
    const house = knowledgeIndexAtOnce(toDefinition('own_x', { ...content, knowledge: { pairs: [], notes } }))
    const smoking = house.likely('smoke')[0]?.entry
    expect(senseOf(house, '… where can i smoke …')).toEqual({ kind: 'answer', entry: smoking })
    expect(senseOf(house, '… who wrote from a nail …')).toEqual({ kind: 'refuse' })
  })

  test('is sure if it contains all words of a question', () => {
    const asked = index.exact('why is my wifi slow')
    expect(asked).toBeDefined()
    expect(senseOf(index, '… why is my wifi slow …')).toEqual({ kind: 'answer', entry: asked })
    expect(senseOf(index, '… why is my wifi slow …?')).toEqual({ kind: 'ask-back', entries: [asked] })
  })

  test('is never sure if it has only a word or two', () => {
    expect(senseOf(knowledgeIndexAtOnce(catalogue('real-estate')), '… i offer …').kind).toBe('ask-back')
  })

  test.each(['my grandfather collapsed and he is not responding'])(
    'counts as a cry for help in %j',
    async (sentence) => {
      const { samples } = await synthesise(sentence, { voice: 'rms' })
      const heard = await hear(samples)
      expect(heard).toSatisfy(isRoughCry)
    },
  )

  test.each(['flite-slt--out-of-grammar--weather', 'synthetic--noise--cough'])(
    'contains no words in %s',
    async (name) => {
      const bytes = readFileSync(new URL(`${name}.wav`, CLIPS)).subarray(WAV_HEADER_BYTES)
      const clip = Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768)
      expect(await hear(clip.subarray(0, HEARD_SAMPLES))).toBe('')
    },
  )
})

describe('a phrase that was recognised with doubt', () => {
  const { loosely } = grammarOf(technology)

  test.each([
    [
      'counts if it fits the sound much better than the single words',
      'why is my wifi slow',
      4.7,
      'why is my wine a foe',
    ],
    [
      'is asked back about if it hardly fits better and is a question',
      'why is my wifi slow',
      5,
      'why is my wine a foe',
      '… why is my wifi slow …?',
    ],
    ['counts if it hardly fits better and is no question', 'can you repeat that please', 5, 'the bit that bleeds'],
    ['does not count otherwise', 'why is my wifi slow', 5.4, 'there is my tie now', null],
    [
      'is replaced by words that ask for something',
      'why is my wifi slow',
      5.4,
      'my laptop runs hot',
      '… my laptop runs hot …',
    ],
    ['counts if it is too short to compare', 'go on', 5.4, 'the lawn'],
    ['does not count if it is short and fits very badly', 'go on', 6, 'my chain on', null],
  ])('%s', async (_, words, strangeness, heard, understood: string | null = words) => {
    const hearAgain = () => Promise.reject(new Error('not heard again'))
    const sense = await loosely?.makeSense({ words: heard, strangeness: 5.2 }, { words, strangeness }, hearAgain)
    expect(sense ?? null).toBe(understood)
  })
})

describe('a cry for help that was recognised as a phrase', () => {
  const { loosely } = grammarOf(technology)

  test('is recognised once more to confirm it', () => {
    expect(loosely?.isDoubtful({ words: 'my child is drowning', strangeness: 3.5 })).toBe(true)
    expect(loosely?.isDoubtful({ words: 'why is my wifi slow', strangeness: 3.5 })).toBe(false)
  })

  test('is not recognised again if the phrase fits the audio well; any phrase that fits badly is', () => {
    expect(loosely?.isDoubtful({ words: 'my child is drowning', strangeness: 2 })).toBe(false)
    expect(loosely?.isDoubtful({ words: 'that is enough thanks', strangeness: 6 })).toBe(true)
  })

  /** The interpretation of the same speech, recognised up to three times. */
  async function sense(hearings: readonly [string, number][], phrase?: string): Promise<string | undefined> {
    const [first, ...others] = hearings.map(([words, strangeness]) => ({ words, strangeness }))
    const hearAgain = () => Promise.resolve(others.shift() ?? { words: '', strangeness: 6 })
    return (
      first &&
      loosely?.makeSense(first, phrase === undefined ? undefined : { words: phrase, strangeness: 4 }, hearAgain)
    )
  }

  test('is confirmed by its words, or does not count', async () => {
    const heard: [string, number][] = [
      ['my son is choking on a grape', 4.2],
      ['my son is choking on the grave', 4.4],
    ]
    expect(await sense([...heard, ['my son is joking on a grape', 4.5]], 'my son is choking')).toBe('my son is choking')
    expect(await sense([['my child has a run a man is', 5]], 'my child is drowning')).toBeUndefined()
  })

  test('is noticed even if an unlikely phrase was recognised instead', async () => {
    const heard = { words: 'a snake bit my son in the leg', strangeness: 4 }
    const sensed = await loosely?.makeSense(heard, { words: 'that is enough thanks', strangeness: 6 }, () => Promise.resolve(heard)) // oxfmt-ignore
    expect(sensed).toBe(`… ${heard.words} …!`)
    expect(await sense([['that is a loaf thanks', 5]], 'that is enough thanks')).toBe('that is enough thanks')
  })

  test('can also be recognised from words without a phrase', async () => {
    expect(await sense([['there is blood everywhere and it will not stop', 3.7]])).toMatch(/^… there is blood .+ …!$/)
    const shot: [string, number] = ['someone just shot my brother', 4]
    expect(await sense([shot, shot, shot])).toBe(`… ${shot[0]} …!`)
  })

  test('does not count if other speeds give other words', async () => {
    const heard: [string, number][] = [
      ['my son has fainted and can not say the', 5.1],
      ['i can i ask for now against', 5.6],
    ]
    expect(await sense(heard, 'my son has fainted')).toBeUndefined()
    expect(await sense([['blood is the best fire alarm friend apartment', 5.2]])).toBeUndefined()
  })
})

describe('an assistant that recognised only single words', () => {
  const LIKELY = '… computer slow …'
  const brain = createKnowledgeBrain()

  async function ask(text: string, history: { role: 'user' | 'assistant'; content: string }[] = []): Promise<string> {
    let said = ''
    const turn = { assistant: technology, history, text }
    for await (const piece of brain.reply(turn, new AbortController().signal)) said += piece
    return said
  }

  test('answers if they leave no doubt', async () => {
    expect(await ask('… i got my phone in the toilet …')).toBe(await ask('what should i do about a wet phone'))
  })

  test('asks back if they leave some doubt, and answers after a yes', async () => {
    const question = await ask(LIKELY)
    expect(question).toBe('Do you mean: Why is my computer so slow?')
    const history = [{ role: 'user' as const, content: LIKELY }, { role: 'assistant' as const, content: question }] // oxfmt-ignore
    expect(await ask('yes', history)).toBe(await ask('why is my computer so slow'))
    expect(await ask('no', history)).not.toBe(await ask('why is my computer so slow'))
  })

  test('does not guess', async () => {
    expect(await ask('… which been and is phone since his hand …')).toContain('did not catch')
  })
})
