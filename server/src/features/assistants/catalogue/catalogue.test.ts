import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { expandPattern, normaliseWords, patternWords } from '#contract/phrase-pattern.ts'
import type { VoiceId } from '#contract/voices.ts'
import { firstPart, nextPart, OFFER } from '../../../voice/brain/answer-parts.ts'
import { SMALL_TALK_PATTERNS } from '../../../voice/brain/small-talk.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../../../voice/tts/flite-synthesiser.ts'
import { splitSentences } from '../../../voice/tts/sentences.ts'
import { speakingMs } from '../../../voice/tts/speaking-time.ts'
import { speakWhole } from '../../../voice/tts/whole-speech.ts'
import { CATALOGUE_DEFINITIONS } from './all.ts'

const MAX_PHRASES_PER_ENTRY = 200

/** Statements that an answer must always contain, however it is edited. */
const SAFETY: readonly [assistant: string, entry: string, mustSay: RegExp][] = [
  ['healthcare', 'fever', /emergency number/],
  ['healthcare', 'headache', /emergency number/],
  ['healthcare', 'chest-pain', /emergency number now/],
  ['healthcare', 'stroke', /emergency number at once/],
  ['healthcare', 'medicines', /poison control/],
  ['healthcare', 'crisis', /nine eight eight.*Samaritans.*emergency number/],
  ['finance', 'cannot-pay-bills', /free, non profit/],
  ['finance', 'scams', /call the bank/],
  ['legal', 'police', /lawyer/],
  ['legal', 'eviction', /free advice/],
  ['technology', 'battery', /swollen/],
  ['therapy', 'panic', /chest pain.*emergency number/],
  ['therapy', 'crisis', /emergency number.*nine eight eight.*Samaritans/],
  ['pediatrics', 'fever', /three months/],
  ['pediatrics', 'rash', /emergency/],
  ['pediatrics', 'head-bump', /emergency/],
  ['pediatrics', 'when-to-call', /emergency number/],
  ['pediatrics', 'choking-poison', /emergency number now.*poison center/],
  ['speech-therapy', 'sudden-change', /emergency number at once/],
  ['spiritual', 'meaning', /emergency number|crisis line/],
  ['automotive', 'overheating', /emergency/],
  ['friendship', 'hard-times', /emergency number.*nine eight eight.*Samaritans/],
]

/** Answers to emergencies may be longer than the limit for all others. */
const EMERGENCIES = new Set([
  'healthcare chest-pain',
  'healthcare stroke',
  'healthcare crisis',
  'therapy crisis',
  'pediatrics when-to-call',
  'pediatrics choking-poison',
  'speech-therapy sudden-change',
  'spiritual crisis',
  'friendship hard-times',
])

const REPLACES_NO_PROFESSIONAL = ['healthcare', 'finance', 'legal', 'therapy', 'pediatrics', 'speech-therapy']

const pronunciations = readPronunciations()

it('every card of the catalogue has a definition, in the same order', () => {
  expect(CATALOGUE_DEFINITIONS.map(({ id, name }) => ({ id, name }))).toEqual(
    CATALOGUE.map(({ id, name }) => ({ id, name })),
  )
})

describe.each(CATALOGUE_DEFINITIONS.map((definition) => [definition.id, definition] as const))('%s', (_, assistant) => {
  const { knowledge } = assistant

  it('introduces itself by name, as an AI, with an invitation', () => {
    expect(assistant.firstMessage).toContain(assistant.name)
    expect(assistant.firstMessage).toMatch(/\bAI\b/)
    expect(assistant.firstMessage).toMatch(/\?$|\b(ask|tell) me\b/i)
  })

  it('tells a language model its role and its limits, and to be honest', () => {
    expect(assistant.systemPrompt).toContain(`You are ${assistant.name}`)
    expect(assistant.systemPrompt).toMatch(/\bAI\b/)
    expect(normaliseWords(assistant.systemPrompt).length).toSatisfy(isBetween(120, 250))
    expect(assistant.scope).toMatch(/^[a-z][a-z', -]*[a-z]$/i)
  })

  it('has at least twelve entries with distinct ids, including business use and privacy', () => {
    const ids = knowledge.map((entry) => entry.id)
    expect(ids.length).toBeGreaterThanOrEqual(12)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['for-business', 'privacy']))
  })

  it('has no two entries with phrases that sound the same', () => {
    const owners = new Map<string, string>()
    for (const entry of knowledge) {
      for (const phrase of phrasesOf(entry)) {
        const owner = owners.get(soundOf(phrase))
        expect(owner ?? entry.id, `"${phrase}"`).toBe(entry.id)
        owners.set(soundOf(phrase), entry.id)
      }
    }
    for (const phrase of SMALL_TALK_PATTERNS.flatMap(expand))
      expect(owners.get(soundOf(phrase)), `"${phrase}"`).toBeUndefined()
    for (const entry of knowledge) {
      const mine = new Map<string, number>()
      entry.followUps.forEach((followUp, index) => {
        for (const phrase of followUp.patterns.flatMap(expand)) {
          expect(owners.get(soundOf(phrase)), `"${phrase}" after ${entry.id}`).toBeUndefined()
          expect(mine.get(soundOf(phrase)) ?? index, `"${phrase}" after ${entry.id}`).toBe(index)
          mine.set(soundOf(phrase), index)
        }
      })
    }
  })

  it.each(knowledge.map((entry) => [entry.id, entry] as const))('%s can be asked aloud', (_id, entry) => {
    expect(entry.question).toMatch(/^[A-Z][A-Za-z' ]+\?$/)
    expect(entry.patterns.length).toSatisfy(isBetween(3, 8))
    const phrases = phrasesOf(entry)
    expect(phrases.length).toBeLessThanOrEqual(MAX_PHRASES_PER_ENTRY)
    expect(phrases.filter((phrase) => syllables(phrase) < 2)).toEqual([])
    const patterns = [...entry.patterns, ...entry.followUps.flatMap((followUp) => followUp.patterns)]
    const words = [...normaliseWords(entry.question), ...patterns.flatMap(patternWords)]
    expect(words.filter((word) => !pronunciations.has(word))).toEqual([])
  })

  const [urgent, ordinary] = [true, false].map((isUrgent) =>
    knowledge
      .filter(({ id }) => EMERGENCIES.has(`${assistant.id} ${id}`) === isUrgent)
      .map((entry) => [entry.id, entry] as const),
  )

  it.each(urgent ?? [])('%s names the emergency number in its first part', (_id, entry) => {
    for (const { answer } of [entry, ...entry.followUps]) {
      expect(firstPart(answer, assistant.voiceId)).toMatch(/emergency number/)
    }
  })

  it.each(ordinary ?? [])('%s is answered in short parts', (_id, entry) => {
    for (const { answer } of [entry, ...entry.followUps]) {
      const parts = partsOf(answer, assistant.voiceId)
      for (const part of parts) expect(speakingMs(part, assistant.voiceId), part).toBeLessThanOrEqual(7_600)
      // No part ends in the middle of a sentence, and together the parts make up the answer.
      const sentences = parts.flatMap((part) => splitSentences(part)).map((sentence) => sentence.trim())
      const own = splitSentences(answer).map((sentence) => sentence.trim())
      expect(sentences.filter((sentence) => sentence !== OFFER).toSorted()).toEqual(own.toSorted())
    }
  })

  it.each(knowledge.map((entry) => [entry.id, entry] as const))(
    '%s has an answer that can be read aloud',
    (_id, entry) => {
      expect(entry.answer).toSatisfy(isSpeakable)
      expect(normaliseWords(entry.answer).length).toSatisfy(isBetween(20, 50))
      for (const { answer } of entry.followUps) {
        expect(answer).toSatisfy(isSpeakable)
        expect(normaliseWords(answer).length).toSatisfy(isBetween(10, 50))
      }
    },
  )
})

describe('aloud', () => {
  let voice: FliteSynthesiser
  beforeAll(async () => void (voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })))
  afterAll(() => voice.close())
  const secondsOf = async (text: string, voiceId: VoiceId) =>
    (await speakWhole(voice, { text, voiceId })).durationMs / 1_000

  it.each(CATALOGUE_DEFINITIONS.map((definition) => [definition.id, definition] as const))(
    '%s greets briefly enough to leave most of a demo to the caller',
    async (_, { voiceId, firstMessage }) => {
      expect(await secondsOf(firstMessage, voiceId), firstMessage).toBeLessThanOrEqual(5)
    },
  )

  // Every day the estimated length of all parts is tested, see above, and that the estimates are right.
  it.each(CATALOGUE_DEFINITIONS.map((definition) => [definition.id, definition] as const))(
    '%s speaks briefly enough to leave most of a demo to the caller',
    { tags: 'nightly' },
    async (_, { id, voiceId, knowledge }) => {
      const firstParts = knowledge
        .filter((entry) => !EMERGENCIES.has(`${id} ${entry.id}`))
        .flatMap((entry) => [entry, ...entry.followUps])
        .map(({ answer }) => firstPart(answer, voiceId))
      const [longest = ''] = firstParts.toSorted((a, b) => speakingMs(b, voiceId) - speakingMs(a, voiceId))
      expect(await secondsOf(longest, voiceId), longest).toBeLessThanOrEqual(8)
    },
  )
})

it('promises no features that the product does not have', () => {
  for (const { knowledge, firstMessage } of CATALOGUE_DEFINITIONS) {
    for (const text of [
      firstMessage,
      ...knowledge.flatMap((entry) => [entry, ...entry.followUps]).map((e) => e.answer),
    ])
      expect(text).not.toMatch(/(phone|telephone) number of its own|number of its own|customize dialog/)
  }
})

describe('safety', () => {
  it.each(SAFETY)('%s, %s: the answer keeps its safety advice', (assistant, entry, mustSay) => {
    expect(answerOf(assistant, entry)).toMatch(mustSay)
  })

  it.each(REPLACES_NO_PROFESSIONAL)('%s tells a language model that it does not replace a professional', (id) => {
    expect(definitionOf(id).systemPrompt).toMatch(/\b(not a|no) [a-z ]*(doctor|adviser|lawyer|therapist)/)
  })

  it('every assistant correctly says what happens to the data of a call', () => {
    for (const { id } of CATALOGUE_DEFINITIONS) {
      expect(answerOf(id, 'privacy'), id).toMatch(/not stored/)
      expect(answerOf(id, 'privacy'), id).toMatch(/list/)
    }
  })
})

function definitionOf(id: string) {
  const found = CATALOGUE_DEFINITIONS.find((definition) => definition.id === id)
  if (!found) throw new Error(`No assistant "${id}"`)
  return found
}

/** What the assistant says, part by part, to a person who wants to hear all of an answer. */
function partsOf(answer: string, voiceId: VoiceId): string[] {
  const restFrom = (part: string): string[] => {
    const hasMore = part.endsWith(OFFER)
    return [part, ...(hasMore ? restFrom(nextPart(answer, part, voiceId) ?? '') : [])]
  }
  return restFrom(firstPart(answer, voiceId))
}

function answerOf(assistantId: string, entryId: string): string {
  const entry = definitionOf(assistantId).knowledge.find(({ id }) => id === entryId)
  if (!entry) throw new Error(`${assistantId} knows nothing about "${entryId}"`)
  return entry.answer
}

function phrasesOf(entry: KnowledgeEntry): string[] {
  return [...new Set([normaliseWords(entry.question).join(' '), ...entry.patterns.flatMap(expand)])]
}

function expand(pattern: string): string[] {
  return expandPattern(pattern, 1000)
}

/**
 * Whether a text has only a few sentences, of words and plain punctuation, so that a synthesiser neither spells out nor
 * skips anything.
 */
function isSpeakable(text: string): boolean {
  const sentences = text.split(/(?<=[.?])\s/)
  return /^[A-Z][A-Za-z0-9',.:;?" -]+[.?"]$/.test(text) && sentences.length <= 6 && !/[A-Z]{3}|\d{5}/.test(text)
}

function isBetween(min: number, max: number): (value: number) => boolean {
  return (value) => value >= min && value <= max
}

function soundOf(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => pronunciations.get(word) ?? word)
    .join(' ')
}

function syllables(phrase: string): number {
  return soundOf(phrase)
    .split(' ')
    .filter((phone) => /^[AEIOU]/.test(phone)).length
}

/** The recogniser's dictionary. A word that is missing there can hardly be recognised. */
function readPronunciations(): ReadonlyMap<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('soundswallower'))
  const lines = readFileSync(join(folder, 'model/en-us/dict.txt'), 'utf8').split('\n')
  return new Map(lines.map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]))
}
