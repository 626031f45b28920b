import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { expandPattern, normaliseWords, patternWords } from '#contract/phrase-pattern.ts'
import { SMALL_TALK_PATTERNS } from '../../../voice/brain/small-talk.ts'
import { CATALOGUE_DEFINITIONS } from './all.ts'

const MAX_PHRASES_PER_ENTRY = 200

/** What an answer must not leave out, whoever edits it. */
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

const REPLACES_NOBODY = ['healthcare', 'finance', 'legal', 'therapy', 'pediatrics', 'speech-therapy']

const pronunciations = readPronunciations()

it('has somebody behind every card of the catalogue, in its order', () => {
  expect(CATALOGUE_DEFINITIONS.map(({ id, name }) => ({ id, name }))).toEqual(
    CATALOGUE.map(({ id, name }) => ({ id, name })),
  )
})

describe.each(CATALOGUE_DEFINITIONS.map((definition) => [definition.id, definition] as const))('%s', (_, assistant) => {
  const { knowledge } = assistant

  it('introduces itself by name, as an AI, with an invitation, in a breath', () => {
    expect(assistant.firstMessage).toContain(assistant.name)
    expect(assistant.firstMessage).toMatch(/\bAI\b/)
    expect(assistant.firstMessage).toMatch(/\?$|\b(ask|tell) me\b/i)
    expect(normaliseWords(assistant.firstMessage).length).toBeLessThanOrEqual(25)
  })

  it('tells a language model its role, its limits and to be honest', () => {
    expect(assistant.systemPrompt).toContain(`You are ${assistant.name}`)
    expect(assistant.systemPrompt).toMatch(/\bAI\b/)
    expect(normaliseWords(assistant.systemPrompt).length).toSatisfy(isBetween(120, 250))
    expect(assistant.scope).toMatch(/^[a-z][a-z', -]*[a-z]$/i)
  })

  it('knows at least twelve things, each with an id of its own, among them business use and privacy', () => {
    const ids = knowledge.map((entry) => entry.id)
    expect(ids.length).toBeGreaterThanOrEqual(12)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(['for-business', 'privacy']))
  })

  it('never understands two things by what sounds the same', () => {
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

  it.each(knowledge.map((entry) => [entry.id, entry] as const))('%s is answered for the ear', (_id, entry) => {
    expect(entry.answer).toSatisfy(isSpeakable)
    expect(normaliseWords(entry.answer).length).toSatisfy(isBetween(20, 50))
    for (const { answer } of entry.followUps) {
      expect(answer).toSatisfy(isSpeakable)
      expect(normaliseWords(answer).length).toSatisfy(isBetween(10, 50))
    }
  })
})

describe('safety', () => {
  it.each(SAFETY)('%s, %s', (assistant, entry, mustSay) => {
    expect(answerOf(assistant, entry)).toMatch(mustSay)
  })

  it.each(REPLACES_NOBODY)('%s tells a language model that it replaces nobody', (id) => {
    expect(definitionOf(id).systemPrompt).toMatch(/\b(not a|no) [a-z ]*(doctor|adviser|lawyer|therapist)/)
  })

  it('every assistant says truly what happens to a call', () => {
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

/** A few sentences of words and plain punctuation: nothing that a synthesiser would spell out or skip. */
function isSpeakable(text: string): boolean {
  const sentences = text.split(/(?<=[.?])\s/)
  return /^[A-Z][A-Za-z0-9',.:;?" -]+[.?"]$/.test(text) && sentences.length <= 5 && !/[A-Z]{3}|\d{5}/.test(text)
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

/** The recogniser's own dictionary: what isn't in it can hardly be heard. */
function readPronunciations(): ReadonlyMap<string, string> {
  const folder = dirname(createRequire(import.meta.url).resolve('soundswallower'))
  const lines = readFileSync(join(folder, 'model/en-us/dict.txt'), 'utf8').split('\n')
  return new Map(lines.map((line) => [line.split(' ', 1)[0] ?? '', line.slice(line.indexOf(' ') + 1)]))
}
