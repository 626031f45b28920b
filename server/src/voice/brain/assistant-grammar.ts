import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { MAX_PHRASE_WORDS } from '#contract/own-hearing.ts'
import { expandPattern, normaliseWords } from '#contract/phrase-pattern.ts'
import type { LikelySpeech, SpeechGrammar } from '../ports.ts'
import { EMERGENCY_CORES } from '../emergency/spoken-cores.ts'
import { EMERGENCY_PHRASES } from '../emergency/spoken-signs.ts'
import { CHOICE_PATTERNS } from './ask-back.ts'
import { questionPhrase } from './knowledge-index.ts'
import { createSenseMaker } from './rough-words.ts'
import { SMALL_TALK_PATTERNS } from './small-talk.ts'

/**
 * Whether a phrase can be part of a grammar. Questions with digits or other characters can't; their patterns spell them
 * out.
 */
function isSpeakable(phrase: string): boolean {
  return /^[a-z' ]+$/.test(phrase)
}

/**
 * How many states of the recogniser the patterns of an assistant's knowledge may need; those of the catalogue need
 * fewer than 400. Compiling a larger grammar would occupy the recogniser's thread so long that other calls would
 * notice.
 */
const MAX_STATES = 3_000
/** How many phrases of a pattern are used: enough to contain all of its words and most of its word pairs. */
const PHRASES_PER_PATTERN = 24
/**
 * Limit for the sentences that the network of single words is built from. Assistants of the catalogue have about a
 * third of this.
 */
const MAX_LIKELY_SENTENCES = 3_000
const MAX_LIKELY_WORDS = 2_500
/** More of an entry's ways to be asked bring more words to mistake others for, and cost more time. */
const HEARD_WAYS_PER_ENTRY = 18

function phrasesOf(pattern: string): string[] {
  return expandPattern(pattern, PHRASES_PER_PATTERN)
}

/** What people ask any business, for assistants whose own ways to be asked were not written down. */
const ASKED_OF_BUSINESSES = readFileSync(new URL('asked-of-businesses.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

const SHARED_PATTERNS = [...SMALL_TALK_PATTERNS, ...Object.values(CHOICE_PATTERNS).flat(), ...EMERGENCY_PHRASES]
const SAID_TO_ALL = [...SHARED_PATTERNS, ...EMERGENCY_CORES].flatMap(phrasesOf)

/** All calls with an assistant share its grammar. */
const grammars = new WeakMap<AssistantDefinition, SpeechGrammar>()

/** The phrases that the built-in recogniser expects in a call with this assistant. */
export function grammarOf(assistant: AssistantDefinition): SpeechGrammar {
  const known = grammars.get(assistant)
  if (known) return known
  const grammar = makeGrammar(assistant)
  grammars.set(assistant, grammar)
  return grammar
}

function makeGrammar(assistant: AssistantDefinition): SpeechGrammar {
  const entries = assistant.knowledge.map((entry) => [
    ...(entry.isOffered ? [questionPhrase(entry.question)].filter(isSpeakable) : []),
    ...entry.patterns,
    ...entry.followUps.flatMap((followUp) => followUp.patterns),
  ])
  const own = withinBounds(entries).flat()
  const patterns = [...own, ...SHARED_PATTERNS]
  const speech = likelySpeech(assistant, own)
  return {
    id: idOf(patterns),
    patterns,
    loosely: { id: idOf([...speech.asked, '', ...speech.told]), speech, ...createSenseMaker(assistant) },
  }
}

/** The same lines always have the same id. */
export function idOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
}

/** Sentences that callers who know none of the phrases are likely to say. */
function likelySpeech({ knowledge }: AssistantDefinition, patterns: readonly string[]): LikelySpeech {
  const alsoAsked = knowledge.flatMap((entry) => entry.alsoAsked.slice(0, HEARD_WAYS_PER_ENTRY))
  const asked = [
    ...alsoAsked,
    ...patterns.flatMap(phrasesOf),
    ...knowledge.flatMap(({ keywords }) => keywords),
    ...(alsoAsked.length > 0 ? [] : ASKED_OF_BUSINESSES),
  ]
  const answers = knowledge.flatMap((entry) => [entry.answer, ...entry.followUps.map(({ answer }) => answer)])
  const told = [...knowledge.map(({ question }) => question), ...answers.flatMap((answer) => answer.split(/[.!?]\s/))]
  const words = new Set<string>()
  const fits = (sentence: string): boolean => {
    for (const word of normaliseWords(sentence)) words.add(word)
    return words.size <= MAX_LIKELY_WORDS
  }
  return {
    asked: [...SAID_TO_ALL, ...asked.slice(0, MAX_LIKELY_SENTENCES).filter(fits)],
    told: told.slice(0, MAX_LIKELY_SENTENCES).filter(fits),
  }
}

/** If the patterns need too many states, each entry keeps as many of its first patterns as fit. */
function withinBounds(entries: readonly string[][]): readonly string[][] {
  const longest = Math.max(0, ...entries.map(({ length }) => length))
  const kept = entries.map((): string[] => [])
  const states = new Set<string>()
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [index, patterns] of entries.entries()) {
      const pattern = patterns[rank]
      if (pattern === undefined) continue
      const ends = endsOf(pattern)
      if (ends.length > MAX_PHRASE_WORDS) continue
      for (const end of ends) states.add(end)
      if (states.size > MAX_STATES) return kept
      kept[index]?.push(pattern)
    }
  }
  return kept
}

/**
 * The number of these strings approximates the states that a pattern needs: phrases with the same ending share its
 * states, and so do most alternatives in brackets.
 */
function endsOf(pattern: string): string[] {
  const phrase = pattern.slice(Math.max(pattern.lastIndexOf(')'), pattern.lastIndexOf(']')) + 1)
  return [pattern, ...Array.from(phrase.matchAll(/\S+/g), ({ index }) => phrase.slice(index))]
}
