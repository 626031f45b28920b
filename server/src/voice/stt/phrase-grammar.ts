import { patternWords, readPattern, type PatternNode } from '#contract/phrase-pattern.ts'
import type { SpeechGrammar } from '../ports.ts'
import { buildPhraseAutomaton } from './phrase-automaton.ts'
import type { WordNetwork } from './soundswallower.ts'

/** The phones of the acoustic model, except silence. */
export const PHONES =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')

/** Prefix of words that are not part of a phrase's text. */
const SILENT_PREFIX = '_'
const PHONE_PREFIX = '__'
const AROUND_PREFIX = `${SILENT_PREFIX}~`

/** What people say before and after a question. Recognised, but left out of the text. */
const OPENERS = ['um', 'uh', 'er', 'so', 'okay', 'well', 'hey', 'hi', 'hello', 'please', 'and', 'yes', 'no', 'oh']
const CLOSERS = ['please', 'thanks', 'then']

/**
 * The phones that may follow where a phrase breaks off; after the first one, the rejection loop continues with any phone.
 * The decoder models the last phone of every word once for each phone that may follow, so with all 39 an assistant's network
 * would be twice as large.
 */
const BREAK_PHONES = new Set(['AA', 'AH', 'IY', 'L', 'N', 'S', 'T', 'UW'])

/**
 * Weights, 0…1, where a word of a phrase has 1. Tuned on 155 commands of real people, with and without noise, and on
 * 192 unexpected sentences of synthetic voices. A phone weight of 0.1 rejects 4 % more of the commands in noise; a phone
 * weight of 0.03 or a break weight of 1e-10 accepts unexpected sentences.
 */
export const WEIGHTS = {
  /** A phone in the rejection loop. A higher weight rejects more speech, both rightly and wrongly. */
  phone: 0.05,
  /** Leaving a phrase midway for the rejection loop. */
  break: 1e-7,
  /** A filler word. */
  filler: 0.1,
  /** A pause. If it is too low, a room's noise before and after the words is taken for phones. */
  pause: 0.05,
  /** A phrase that does not answer what was just asked, where something was asked. */
  unexpected: 0.01,
  /** A phone around a spotted phrase. */
  around: 0.05,
  /** Beginning a spotted phrase in the middle of other speech. */
  spot: 0.01,
}
/**
 * The weight of a word in a spotted phrase is its share of the words that may stand there, to this power. Without it, the
 * noise behind a word would be taken for one of many short words: "no" for "no the eighth".
 */
const CHOICE_EXPONENT = 0.7

/**
 * 900 recognises what 3000 does for a fifth less work, 450 no longer does. Where phrases are spotted, the speech around
 * them takes as many states as the phrases do.
 */
export const MOST_ACTIVE = { phrases: 900, spotting: 1_500 }

/** For each word its pronunciations, as phones separated by spaces. */
export type Pronunciations = ReadonlyMap<string, readonly string[]>

export type Phrases = Pick<SpeechGrammar, 'patterns' | 'expected' | 'spotted'>

export interface CompiledGrammar {
  id: string
  network: WordNetwork
  /** Entries that the decoder's dictionary needs. A second pronunciation of a word is `word(2)`, as in CMU's dictionary. */
  words: [word: string, phones: string][]
  /** Whether the network recognises whole phrases or single words in free speech. */
  kind: 'phrases' | 'words'
  /** The weight of a pause, 0…1. */
  pauseWeight: number
  /** States that one frame may keep alive, which bounds what it costs. */
  mostActive: number
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
  { patterns, expected = [], spotted = [] }: Phrases,
  pronunciations: Pronunciations,
): { grammar: CompiledGrammar; dropped: DroppedPattern[] } {
  const dropped: DroppedPattern[] = []
  const used = new Set<string>()
  const read = (some: readonly string[]): PatternNode[] =>
    [...new Set(some)].flatMap((pattern) => {
      const tree = readPattern(pattern)
      const needed = tree ? patternWords(tree) : []
      const unknownWords = needed.filter((word) => !pronunciations.get(word)?.length)
      if (!tree || unknownWords.length > 0) {
        dropped.push({ pattern, unknownWords })
        return []
      }
      for (const word of needed) used.add(word)
      return [tree]
    })
  const phrases = { likely: read(expected), spotted: read(spotted), others: read(patterns) }

  const words: [string, string][] = PHONES.map((phone) => [phoneWord(phone), phone])
  if (phrases.spotted.length > 0) for (const phone of PHONES) words.push([aroundWord(phone), phone])
  const addWord = (name: string, ways: readonly string[]): void => {
    for (const [index, phones] of ways.entries()) words.push([index === 0 ? name : `${name}(${index + 1})`, phones])
  }
  for (const word of used) addWord(word, pronunciations.get(word) ?? [])
  for (const word of new Set([...OPENERS, ...CLOSERS])) addWord(SILENT_PREFIX + word, pronunciations.get(word) ?? [])

  const isKnown = (word: string): boolean => pronunciations.has(word)
  const fillers = { openers: OPENERS.filter(isKnown), closers: CLOSERS.filter(isKnown) }
  const network = buildNetwork(phrases, fillers)
  const mostActive = phrases.spotted.length > 0 ? MOST_ACTIVE.spotting : MOST_ACTIVE.phrases
  return { grammar: { id, network, words, kind: 'phrases', pauseWeight: WEIGHTS.pause, mostActive }, dropped }
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
  phrases: Record<'likely' | 'spotted' | 'others', readonly PatternNode[]>,
  fillers: { openers: readonly string[]; closers: readonly string[] },
): WordNetwork {
  const likely = buildPhraseAutomaton(phrases.likely).states
  const spotted = buildPhraseAutomaton(phrases.spotted).states
  const others = buildPhraseAutomaton(phrases.others).states
  const start = likely.length + spotted.length + others.length
  const end = start + 1
  const loop = start + 2
  const broken = start + 3
  const before = start + 4
  const behind = start + 5
  const steps: WordNetwork['steps'] = []
  const free: WordNetwork['free'] = []

  const lay = (
    states: typeof others,
    first: number,
    entryWeight: number,
    weightOf: (choices: number) => number,
  ): void => {
    // oxfmt-ignore
    for (const [index, { arcs, isEnd }] of states.entries()) {
      const from = first + index
      const weight = weightOf(arcs.length + Number(isEnd))
      for (const { word, to } of arcs) {
        steps.push({ from, to: first + to, word, weight })
        if (index === 0) steps.push({ from: start, to: first + to, word, weight: weight * entryWeight })
      }
      if (index !== 0) free.push({ from, to: broken, weight: WEIGHTS.break })
      if (!isEnd) continue
      free.push({ from, to: end, weight })
      for (const word of fillers.closers) steps.push({ from, to: end, word: SILENT_PREFIX + word, weight: WEIGHTS.filler * weight }) // oxfmt-ignore
    }
    if ((states[0]?.arcs.length ?? 0) === 0) return
    for (const word of fillers.openers)
      steps.push({ from: start, to: first, word: SILENT_PREFIX + word, weight: WEIGHTS.filler * entryWeight })
  }
  const shareOf = (choices: number) => Math.max(1, choices) ** -CHOICE_EXPONENT
  lay(likely, 0, 1, () => 1)
  lay(spotted, likely.length, 1, shareOf)
  lay(others, likely.length + spotted.length, phrases.likely.length > 0 ? WEIGHTS.unexpected : 1, () => 1)
  for (const phone of PHONES) {
    for (const from of BREAK_PHONES.has(phone) ? [start, loop, broken] : [start, loop])
      steps.push({ from, to: loop, word: phoneWord(phone), weight: WEIGHTS.phone })
  }
  free.push({ from: loop, to: end, weight: 1 })
  if (phrases.spotted.length > 0) {
    for (const phone of PHONES) {
      const word = aroundWord(phone)
      for (const from of [start, before]) steps.push({ from, to: before, word, weight: WEIGHTS.around })
      steps.push({ from: behind, to: behind, word, weight: WEIGHTS.around })
      for (const [index, { isEnd, arcs }] of spotted.entries()) if (isEnd) steps.push({ from: likely.length + index, to: behind, word, weight: WEIGHTS.around * shareOf(arcs.length + 1) }) // oxfmt-ignore
    }
    free.push({ from: before, to: likely.length, weight: WEIGHTS.spot })
    free.push({ from: behind, to: end, weight: 1 })
  }
  return { states: behind + 1, start, end, steps, free }
}

/** All words for which a grammar of these phrases may need a pronunciation. */
export function grammarWords({ patterns, expected = [], spotted = [] }: Phrases): Set<string> {
  const words = new Set([...OPENERS, ...CLOSERS])
  for (const pattern of [...expected, ...spotted, ...patterns]) {
    const tree = readPattern(pattern)
    if (tree) for (const word of patternWords(tree)) words.add(word)
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

/** Whether a word is a phone of the speech around a spotted phrase. */
export function isAround(word: string): boolean {
  return word.startsWith(AROUND_PREFIX)
}

/** Whether a word is a phone of the rejection loop. */
export function isPhone(word: string): boolean {
  return word.startsWith(PHONE_PREFIX)
}

/** A phone of what is said around a spotted phrase. */
function aroundWord(phone: string): string {
  return AROUND_PREFIX + phone.toLowerCase()
}

export function phoneWord(phone: string): string {
  return PHONE_PREFIX + phone.toLowerCase()
}
