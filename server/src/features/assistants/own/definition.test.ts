import { describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import type { OwnKnowledge } from '#contract/own-assistant.ts'
import type { HeardLine } from '../../../voice/brain/brain.ts'
import { createKnowledgeBrain } from '../../../voice/brain/knowledge-brain.ts'
import { grammarOf } from '../../../voice/brain/assistant-grammar.ts'
import { compileGrammar, grammarWords } from '../../../voice/stt/phrase-grammar.ts'
import { toDefinition } from './definition.ts'

const BAKERY: OwnKnowledge = {
  pairs: [
    { question: 'What are your opening hours?', answer: 'We are open from seven to two.' },
    { question: 'Do you deliver?', answer: 'Yes, on weekdays within ten miles.' },
    { question: 'How much is a birthday cake for 12?', answer: 'Thirty dollars.' },
    { question: 'Where can I park my car?', answer: 'Behind the mill, for free.' },
    { question: 'Öffnen Sie auch an Feiertagen?', answer: 'Nein.' },
    { question: '24/7???', answer: 'No.' },
    { question: '¿¿¿', answer: 'Hm.' },
  ],
  notes:
    'Allergens\nOur rye bread has no nuts. Everything else may have traces of sesame.\n\nQ: Who is the baker?\nA: Hanna Weiss, since 1998.',
}

function define(knowledge: OwnKnowledge) {
  return toDefinition('own_x', { name: 'Nora', voiceId: 'oak', firstMessage: 'Hello.', systemPrompt: '', knowledge })
}

async function ask(text: string, knowledge = BAKERY, history: HeardLine[] = []): Promise<string> {
  let answer = ''
  const turn = { assistant: define(knowledge), history, text }
  for await (const piece of createKnowledgeBrain().reply(turn, new AbortController().signal)) answer += piece
  return answer
}

describe('the definition made from an owner’s text', () => {
  it('is valid like any other', () => {
    expect(assistantDefinitionSchema.parse(define(BAKERY))).toEqual(define(BAKERY))
  })

  it.each([
    ['What are your opening hours?', 'We are open from seven to two.'],
    ['opening hours', 'We are open from seven to two.'],
    ['tell me about your opening hours', 'We are open from seven to two.'],
    ['can you tell me do you deliver', 'Yes, on weekdays within ten miles.'],
    ['how much is a birthday cake for twelve', 'Thirty dollars.'],
    ['how much is a birthday cake for 12', 'Thirty dollars.'],
    ['what does a birthday cake cost', 'Thirty dollars.'],
    ['is there parking', 'Behind the mill, for free.'],
    ["who's the baker", 'Hanna Weiss, since 1998.'],
    ['what about the allergens', 'Our rye bread has no nuts. Everything else may have traces of sesame.'],
    ['is there sesame in your bread', 'Our rye bread has no nuts. Everything else may have traces of sesame.'],
    ['24/7', 'No.'],
    ['öffnen sie auch an feiertagen', 'Nein.'],
  ])('answers %j', async (text, answer) => expect(await ask(text)).toBe(answer))

  it('answers callers who say "you" to the business', async () => {
    const pairs = [{ question: 'When is your garage open?', answer: 'From eight to six.' }]
    expect(await ask('when are you open', { pairs, notes: '' })).toBe('From eight to six.')
  })

  it('does not answer questions that the text does not cover', async () => {
    expect(await ask('who is the president of france')).toContain("I don't know that yet")
    expect(await ask('do you sell bicycles')).not.toContain('weekdays')
  })

  it('offers questions as suggestions, never headings', async () => {
    const offers = await Promise.all(['', 'what can you do'].map((text) => ask(text)))
    for (const offer of offers) {
      expect(offer).toContain('What are your opening hours?')
      expect(offer).not.toContain('Allergens')
    }
  })

  it('offers the headings of a text that has no questions', async () => {
    const notes = 'Prices. One night costs 16 dollars.\n\nParking: behind the house.\n\nWe are a small inn.'
    const offer = await ask('who is the president of france', { pairs: [], notes })
    expect(offer).toMatch(/You could ask: (Prices|Parking)\?/)
    expect(await ask('Prices?', { pairs: [], notes })).toBe('Prices. One night costs 16 dollars.')
    expect(await ask('how much is it', { pairs: [], notes })).toBe('Prices. One night costs 16 dollars.')
  })

  it('never says a heading alone, nor a condition without what follows from it', async () => {
    const long =
      'please tell the person at the desk before you come to the pool for the very first time with your family'
    const notes = `Health. If you are ill, have a weak heart or are expecting a baby, ${long}.`
    const said = await ask('Health?', { pairs: [], notes })
    expect(said).toMatch(/^Health\. If you are ill, have a weak heart or are expecting a baby, please tell/)
  })

  it('begins a passage with the sentence that was asked for, and each part with a capital letter', async () => {
    const notes =
      'Getting here\nWe are at fourteen Lakeside Road in Hexham, ten minutes on foot from the station. Parking is free for all guests.\n\nPrices\nA visit of three hours on any day but Sunday costs 24 dollars for each person, a whole day with the use of all pools costs 38 dollars.'
    for (const question of ['is parking free', 'where can i park my car', '… where can I park my car …'])
      expect(await ask(question, { pairs: [], notes })).toBe('Parking is free for all guests.')
    const put = [{ role: 'assistant' as const, content: 'Do you mean: Getting here? Or: Prices?' }]
    expect(await ask('i mean the parking', { pairs: [], notes }, put)).toMatch(/^Parking is free/)
    expect(await ask('the first one', { pairs: [], notes }, put)).toMatch(/^We are at fourteen/)
    const history = [{ role: 'assistant' as const, content: await ask('Prices?', { pairs: [], notes }) }]
    expect(await ask('yes', { pairs: [], notes }, history)).toMatch(/^A whole day/)
  })

  it('makes a grammar that keeps every phrase', () => {
    const grammar = grammarOf(define(BAKERY))
    const known = new Map([...grammarWords(grammar)].map((word) => [word, ['AH']]))
    expect(compileGrammar(grammar.id, grammar, known).dropped).toEqual([])
    expect(grammar.patterns).toContain('how much is a birthday cake for twelve')
  })

  it('has a grammar id that changes only with the text', () => {
    const edited = { ...BAKERY, pairs: [{ question: 'Do you bake rye bread?', answer: 'Every day.' }] }
    expect(grammarOf(define(edited)).id).not.toBe(grammarOf(define(BAKERY)).id)
    expect(grammarOf(define(BAKERY)).id).toBe(grammarOf(define(BAKERY)).id)
  })

  it('distinguishes two questions about the same subject by their words', async () => {
    const knowledge = {
      pairs: [
        { question: 'How much is delivery?', answer: 'Five dollars.' },
        { question: 'How long is delivery?', answer: 'Two days.' },
      ],
      notes: '',
    }
    expect(await ask('how long is delivery', knowledge)).toBe('Two days.')
    expect(await ask('how much is delivery', knowledge)).toBe('Five dollars.')
    expect(['Two days.', 'Five dollars.']).not.toContain(await ask('tell me about delivery', knowledge))
  })
})
