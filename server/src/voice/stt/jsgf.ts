import { parsePattern, type PatternNode } from '#contract/phrase-pattern.ts'

/** The acoustic model's phones, silence apart. */
export const PHONES =
  'AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH'.split(' ')

/** A word of the grammar that is not part of what a phrase says: left out of the text. */
const SILENT_PREFIX = '_'
const PHONE_PREFIX = '__'

/** What people put before and after what they ask. Heard and left out. */
const OPENERS = ['um', 'uh', 'er', 'so', 'okay', 'well', 'hey', 'hi', 'hello', 'please', 'and', 'yes', 'no', 'oh']
const CLOSERS = ['please', 'thanks', 'then']

export interface GrammarTuning {
  /** Chance of the rejecting phone loop against a phrase. Larger refuses more, of the right as of the wrong. */
  rejectWeight: number
  hasFillers: boolean
}

export const DEFAULT_TUNING: GrammarTuning = { rejectWeight: 1e-6, hasFillers: true }

/** Words and how each may be said, as phones separated by spaces. */
export type Pronunciations = ReadonlyMap<string, readonly string[]>

export interface CompiledGrammar {
  id: string
  jsgf: string
  /** What the decoder's dictionary must hold; a second way to say a word is `word(2)`, as in CMU's dictionary. */
  words: [word: string, phones: string][]
}

export interface DroppedPattern {
  pattern: string
  /** Words whose pronunciation nobody knows; empty when the pattern itself can't be read. */
  unknownWords: string[]
}

/**
 * A JSGF grammar of all patterns and a loop of single phones beside them. Speech that no pattern fits is better
 * explained by the loop, and so refused.
 */
export function compileGrammar(
  id: string,
  patterns: readonly string[],
  pronunciations: Pronunciations,
  tuning: GrammarTuning = DEFAULT_TUNING,
): { grammar: CompiledGrammar; dropped: DroppedPattern[] } {
  const dropped: DroppedPattern[] = []
  const phrases: string[] = []
  const used = new Set<string>()

  for (const pattern of new Set(patterns)) {
    const tree = readPattern(pattern)
    const words = tree ? wordsOf(tree) : []
    const unknownWords = words.filter((word) => !pronunciations.get(word)?.length)
    if (!tree || unknownWords.length > 0) {
      dropped.push({ pattern, unknownWords })
      continue
    }
    for (const word of words) used.add(word)
    phrases.push(toJsgf(tree))
  }

  const words: [string, string][] = PHONES.map((phone) => [PHONE_PREFIX + phone.toLowerCase(), phone])
  const addWord = (name: string, ways: readonly string[]): void => {
    for (const [index, phones] of ways.entries()) words.push([index === 0 ? name : `${name}(${index + 1})`, phones])
  }
  for (const word of used) addWord(word, pronunciations.get(word) ?? [])

  const fillerRule = (fillers: readonly string[]): string | undefined => {
    const known = tuning.hasFillers ? fillers.filter((word) => pronunciations.has(word)) : []
    return known.length > 0 ? `[ ${known.map((word) => SILENT_PREFIX + word).join(' | ')} ]` : undefined
  }
  const opener = fillerRule(OPENERS)
  const closer = fillerRule(CLOSERS)
  if (tuning.hasFillers) {
    for (const word of new Set([...OPENERS, ...CLOSERS])) addWord(SILENT_PREFIX + word, pronunciations.get(word) ?? [])
  }

  const rules = [
    `<noise> = ( ${PHONES.map((phone) => PHONE_PREFIX + phone.toLowerCase()).join(' | ')} )+ ;`,
    ...(phrases.length > 0 ? [`<phrase> = ${phrases.map((phrase) => `( ${phrase} )`).join(' | ')} ;`] : []),
  ]
  const asked = [opener, '<phrase>', closer].filter((part) => part !== undefined).join(' ')
  const top =
    phrases.length > 0
      ? `public <utterance> = /1/ ( ${asked} ) | /${tuning.rejectWeight}/ <noise> ;`
      : 'public <utterance> = <noise> ;'
  return { grammar: { id, jsgf: ['#JSGF V1.0;', 'grammar phrases;', ...rules, top].join('\n'), words }, dropped }
}

/** The words that a grammar of these patterns may need a pronunciation for. */
export function grammarWords(patterns: readonly string[]): Set<string> {
  const words = new Set([...OPENERS, ...CLOSERS])
  for (const pattern of patterns) {
    const tree = readPattern(pattern)
    if (tree) for (const word of wordsOf(tree)) words.add(word)
  }
  return words
}

/** What the decoder's words say: nothing is understood where the phone loop explained the sound. */
export function readHypothesis(hypothesis: string): { text: string; understood: boolean } {
  const words = hypothesis.split(' ').filter((word) => word !== '')
  const text = words.filter((word) => !word.startsWith(SILENT_PREFIX)).join(' ')
  const understood = text !== '' && !words.some((word) => word.startsWith(PHONE_PREFIX))
  return understood ? { text, understood } : { text: '', understood: false }
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

function toJsgf(node: PatternNode): string {
  if (node.kind === 'word') return node.word
  if (node.kind === 'sequence') return node.items.map(toJsgf).join(' ')
  const options = node.options.map(toJsgf).join(' | ')
  return node.optional ? `[ ${options} ]` : `( ${options} )`
}
