import { parsePattern, type PatternNode } from '#contract/phrase-pattern.ts'
import { buildPhraseAutomaton } from './phrase-automaton.ts'
import type { WordNetwork } from './soundswallower.ts'

/** The phones of the acoustic model, except silence. */
export const PHONES =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')

/** Prefix of words that are not part of a phrase's text. */
const SILENT_PREFIX = '_'
const PHONE_PREFIX = '__'

/** What people say before and after a question. Recognised, but left out of the text. */
const OPENERS = ['um', 'uh', 'er', 'so', 'okay', 'well', 'hey', 'hi', 'hello', 'please', 'and', 'yes', 'no', 'oh']
const CLOSERS = ['please', 'thanks', 'then']

/**
 * The phones that a phrase may break off into; the rejection loop goes on with all of them. The decoder models the last phone of
 * every word once for each phone that may follow, so with all 39 here an assistant's network is twice as large.
 */
const BREAK_PHONES = new Set(['AA', 'AH', 'IY', 'L', 'N', 'S', 'T', 'UW'])

export interface GrammarTuning {
  /**
   * The weight of a phone in the rejection loop, 0…1, where a word of a phrase has 1. A higher weight rejects more
   * speech, both rightly and wrongly.
   */
  phoneWeight: number
  /** The weight of leaving a phrase midway for the rejection loop, 0…1. */
  breakWeight: number
  /** The weight of a filler word, 0…1. */
  fillerWeight: number
  /** The weight of a pause, 0…1. If it is too low, a room's noise before and after the words is taken for phones. */
  pauseWeight: number
}

/**
 * Tuned on 155 commands of real people, with and without noise, and on 192 unexpected sentences of synthetic voices. A
 * phone weight of 0.1 rejects 4 % more of the commands in noise; a phone weight of 0.03 or a break weight of 1e-10
 * accepts unexpected sentences.
 */
export const DEFAULT_TUNING: GrammarTuning = {
  phoneWeight: 0.05,
  breakWeight: 1e-7,
  fillerWeight: 0.1,
  pauseWeight: 0.05,
}

/** For each word its pronunciations, as phones separated by spaces. */
export type Pronunciations = ReadonlyMap<string, readonly string[]>

export interface CompiledGrammar {
  id: string
  network: WordNetwork
  /** Entries that the decoder's dictionary needs. A second pronunciation of a word is `word(2)`, as in CMU's dictionary. */
  words: [word: string, phones: string][]
  /** Whether the network recognises whole phrases or single words in free speech. */
  kind: 'phrases' | 'words'
  /** The weight of a pause, 0…1. */
  pauseWeight: number
}

export interface DroppedPattern {
  pattern: string
  /** Words without a known pronunciation; empty if the pattern itself can't be parsed. */
  unknownWords: string[]
}

/**
 * Compiles patterns into a network of their phrases with a rejection loop of single phones beside them. Speech that
 * fits no pattern is explained better by the loop, and so is rejected. A phrase can break off into the loop, since
 * otherwise a matching beginning ("tell me a …") would compensate for an end that does not match.
 */
export function compileGrammar(
  id: string,
  patterns: readonly string[],
  pronunciations: Pronunciations,
  tuning = DEFAULT_TUNING,
): { grammar: CompiledGrammar; dropped: DroppedPattern[] } {
  const dropped: DroppedPattern[] = []
  const phrases: PatternNode[] = []
  const used = new Set<string>()

  for (const pattern of new Set(patterns)) {
    const tree = readPattern(pattern)
    const needed = tree ? wordsOf(tree) : []
    const unknownWords = needed.filter((word) => !pronunciations.get(word)?.length)
    if (!tree || unknownWords.length > 0) {
      dropped.push({ pattern, unknownWords })
      continue
    }
    for (const word of needed) used.add(word)
    phrases.push(tree)
  }

  const words: [string, string][] = PHONES.map((phone) => [phoneWord(phone), phone])
  const addWord = (name: string, ways: readonly string[]): void => {
    for (const [index, phones] of ways.entries()) words.push([index === 0 ? name : `${name}(${index + 1})`, phones])
  }
  for (const word of used) addWord(word, pronunciations.get(word) ?? [])
  for (const word of new Set([...OPENERS, ...CLOSERS])) addWord(SILENT_PREFIX + word, pronunciations.get(word) ?? [])

  const isKnown = (word: string): boolean => pronunciations.has(word)
  const fillers = { openers: OPENERS.filter(isKnown), closers: CLOSERS.filter(isKnown) }
  const network = buildNetwork(phrases, fillers, tuning)
  return { grammar: { id, network, words, kind: 'phrases', pauseWeight: tuning.pauseWeight }, dropped }
}

/**
 *   start ─filler▶ phrases … ─filler▶ end       The start has the first words of the phrases itself, since the decoder
 *     │  └─word──────▲ │ └─free──────▲ │        takes at most one free step at a time; so the broken phrase has a state
 *     │                free            │        of its own before the loop.
 *     └─phone▶ loop ↺  │  ─free────────┘
 *               ▲      ▼
 *               └─phone─ broken
 */
function buildNetwork(
  phrases: readonly PatternNode[],
  fillers: { openers: readonly string[]; closers: readonly string[] },
  { phoneWeight, breakWeight, fillerWeight }: GrammarTuning,
): WordNetwork {
  const { states } = buildPhraseAutomaton(phrases)
  const start = states.length
  const end = start + 1
  const loop = start + 2
  const broken = start + 3
  const steps: WordNetwork['steps'] = []
  const free: WordNetwork['free'] = []

  for (const [from, { arcs, isEnd }] of states.entries()) {
    for (const { word, to } of arcs) steps.push({ from, to, word, weight: 1 })
    if (from !== 0) free.push({ from, to: broken, weight: breakWeight })
    if (!isEnd) continue
    free.push({ from, to: end, weight: 1 })
    for (const word of fillers.closers) steps.push({ from, to: end, word: SILENT_PREFIX + word, weight: fillerWeight })
  }
  for (const { word, to } of states[0]?.arcs ?? []) steps.push({ from: start, to, word, weight: 1 })
  if (phrases.length > 0) {
    for (const word of fillers.openers) {
      steps.push({ from: start, to: 0, word: SILENT_PREFIX + word, weight: fillerWeight })
    }
  }
  for (const phone of PHONES) {
    for (const from of BREAK_PHONES.has(phone) ? [start, loop, broken] : [start, loop])
      steps.push({ from, to: loop, word: phoneWord(phone), weight: phoneWeight })
  }
  free.push({ from: loop, to: end, weight: 1 })
  return { states: states.length + 4, start, end, steps, free }
}

/** All words for which a grammar of these patterns may need a pronunciation. */
export function grammarWords(patterns: readonly string[]): Set<string> {
  const words = new Set([...OPENERS, ...CLOSERS])
  for (const pattern of patterns) {
    const tree = readPattern(pattern)
    if (tree) for (const word of wordsOf(tree)) words.add(word)
  }
  return words
}

/** Reads the decoder's result. A phrase counts as not understood if the rejection loop explains part of the sound. */
export function readHypothesis(
  hypothesis: string,
  kind: CompiledGrammar['kind'] = 'phrases',
): { text: string; understood: boolean } {
  const words = hypothesis.split(' ').filter((word) => word !== '')
  const text = words.filter((word) => !isFiller(word)).join(' ')
  const understood = text !== '' && (kind === 'words' || !words.some(isPhone))
  return { text: understood ? text : '', understood }
}

/** Whether a word is left out of the text: a filler, or a phone of the loop, which has the same prefix. */
export function isFiller(word: string): boolean {
  return word.startsWith(SILENT_PREFIX)
}

/** Whether a word is a phone of the rejection loop. */
export function isPhone(word: string): boolean {
  return word.startsWith(PHONE_PREFIX)
}

function readPattern(pattern: string): PatternNode | undefined {
  try {
    return parsePattern(pattern)
  } catch {
    return undefined
  }
}

function wordsOf(node: PatternNode): string[] {
  if (node.kind === 'word') return [node.word]
  return [...new Set((node.kind === 'sequence' ? node.items : node.options).flatMap(wordsOf))]
}

export function phoneWord(phone: string): string {
  return PHONE_PREFIX + phone.toLowerCase()
}
