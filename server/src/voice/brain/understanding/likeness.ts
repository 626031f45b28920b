import type { KnowledgeEntry } from '#contract/assistant.ts'
import { expandPattern } from '#contract/phrase-pattern.ts'
import { splitSentences } from '../../tts/sentences.ts'
import { comparedWords, isFrameWord, meaningOf, stem, tellingWords, weightOf } from './asked-words.ts'
import { otherFields, type OtherFields } from './other-fields.ts'
import { learnPhrases, sharesOf, type Classify, type Example } from './phrase-classifier.ts'
import { weighPieces } from './phrase-pieces.ts'
import { createPhraseTable } from './phrase-table.ts'
import { createWordTable } from './word-table.ts'
import { cosine, vectorOf } from './word-vectors.ts'

/** How many phrases of a pattern are compared: enough to contain all of its words. */
const PHRASES_PER_PATTERN = 12
/** How many words of a text are compared. A question has few, and each word is compared with all of the knowledge. */
const MAX_WORDS = 16
/** A word found only in an entry's answer counts for less than one found in its questions. */
const IN_ANSWER = 0.7
/** How well a misspelt word is covered by the one that is meant. */
export const MISSPELT = 0.8
/** Knowledge with this many different words contains most words of its field. */
const WORDS_OF_A_FIELD = 400
/** How much a keyword or a sentence of the answer counts for the classifier, beside a phrase that people say. */
const WEIGHT_OF_HINTS = 0.3
/** Limit for `evidence`, the total weight of the matching words. */
const MOST_EVIDENCE = 2
/** Beyond this many words, a longer text is not easier to judge. */
const ENOUGH_WORDS = 4

export const LIKENESSES = [
  'covered', 'coveredByQuestion', 'coveredByAnswer', 'named', 'alike', 'lead', 'foreign', 'words', 'namedWords',
  'coveredTwice', 'alikeTwice', 'coveredAndAlike', 'evidence', 'strongest', 'meant', 'meantTwice', 'meantElsewhere',
  'written', 'writtenTwice', 'writtenLead', 'writtenElsewhere', 'classified', 'classifiedShare',
] as const // oxfmt-ignore

/** How similar a text is to an entry: one value for each name in `LIKENESSES`, in that order. */
export interface Likeness {
  id: string
  values: readonly number[]
}

/**
 * Entries with many ways to be asked are "schooled": a classifier can learn what tells them apart. The knowledge that
 * most customers write has a question and an answer only, and is "plain".
 */
export type Schooling = 'schooled' | 'plain'

interface Compared {
  id: string
  phrases: Float32Array[]
  /** Indexes of the entry's words in the word table of the whole knowledge. */
  asked: readonly number[]
  answered: readonly number[]
}

export function schoolingOf(knowledge: readonly KnowledgeEntry[]): Schooling {
  return knowledge.some(({ alsoAsked }) => alsoAsked.length > 0) ? 'schooled' : 'plain'
}

/** Finds the ids of entries that contain a word spelt like the given one, which is not in the dictionary. */
export type FindMisspelt = (word: string) => ReadonlySet<string>

/** Whether a word may be misspelt: words in the dictionary resemble words of quite another meaning. */
export function mayBeMisspelt(word: string): boolean {
  return !vectorOf(word) && word.length >= 5
}

export function createLikenessIndex(schooling: Schooling, misspelt: FindMisspelt) {
  const entries: Compared[] = []
  const questions: string[][] = []
  const examples: Example[] = []
  const table = createWordTable()
  const phraseTable = createPhraseTable(table)
  let others: OtherFields | undefined
  let classify: Classify | undefined
  /** The number of entries whose questions contain a word with this stem. */
  const spread = new Map<string, number>()

  /**
   * How well each entry covers one word of a text, 0 to 1: by the word itself, by a misspelt form of it, or by a word
   * of similar meaning.
   */
  function coverageOf(word: string): { asked: number[]; answered: number[]; alike: Float32Array } {
    const alike = table.likenessesTo(word)
    const most = (from: readonly number[]): number => from.reduce((best, place) => Math.max(best, alike[place] ?? 0), 0)
    const asked = entries.map((entry) => most(entry.asked))
    const answered = entries.map((entry) => most(entry.answered))
    if (mayBeMisspelt(word)) {
      const ids = misspelt(word)
      for (const [at, { id }] of entries.entries()) if (ids.has(id)) asked[at] = Math.max(asked[at] ?? 0, MISSPELT)
    }
    return { asked, answered, alike }
  }

  return {
    add(entry: KnowledgeEntry): void {
      const owner = entries.length
      const phrases = [
        entry.question,
        ...entry.alsoAsked,
        ...entry.patterns.flatMap((pattern) => expandPattern(pattern, PHRASES_PER_PATTERN)),
      ].map(comparedWords)
      for (const words of phrases) {
        const pieces = weighPieces(words)
        phraseTable.add(owner, words, pieces)
        if (schooling === 'schooled') examples.push({ owner, pieces, weight: 1 })
      }
      if (schooling === 'schooled') {
        const hints = [...entry.keywords, ...splitSentences(entry.answer)].map(comparedWords)
        examples.push(...hints.map((words) => ({ owner, pieces: weighPieces(words), weight: WEIGHT_OF_HINTS })))
      }
      questions.push(comparedWords(entry.question))
      const keywords = entry.keywords.map(comparedWords)
      const asked = [...phrases, ...keywords].flat()
      for (const ending of new Set(asked.map(stem))) spread.set(ending, (spread.get(ending) ?? 0) + 1)
      entries.push({
        id: entry.id,
        phrases: [...phrases, ...keywords.filter(({ length }) => length > 1)].map(meaningOf),
        asked: tellingWords(asked).map(table.placeOf),
        answered: tellingWords(comparedWords(entry.answer)).map(table.placeOf),
      })
    },

    /** Must be run to its end after adding the last entry and before comparing a text. */
    *complete(): Generator<void, void> {
      others = yield* otherFields(questions)
      if (schooling === 'plain') return
      const none = entries.length
      const foreign = others.samples().map((words) => ({ owner: none, pieces: weighPieces(words), weight: 1 }))
      classify = yield* learnPhrases([...examples.splice(0), ...foreign], none + 1)
    },

    /**
     * The likeness to each entry, in the order in which they were added. Empty if the text has no words or a single
     * insignificant one.
     */
    compare(text: string): Likeness[] {
      const said = comparedWords(text).slice(0, MAX_WORDS)
      const words = [...new Set(said)]
      const telling = words.filter((word) => !isFrameWord(word) && !/^\d+$/.test(word))
      if (telling.length === 0 && words.length === 1) return []
      const compared = (telling.length > 0 ? telling : words).map((word) => ({
        // A word that occurs in many entries says little about which one is meant.
        weight: weightOf(word) / (1 + 0.35 * Math.log(spread.get(stem(word)) ?? 1)),
        ...coverageOf(word),
      }))
      if (compared.length === 0) return []
      const total = compared.reduce((sum, { weight }) => sum + weight, 0)
      const share = (of: (word: (typeof compared)[number]) => number): number =>
        compared.reduce((sum, word) => sum + word.weight * of(word), 0) / total
      const meaning = meaningOf(words)
      const count = Math.min(ENOUGH_WORDS, telling.length)
      const foreign = compared.reduce((most, { weight, asked, answered }) => {
        const best = Math.max(0, ...asked, ...answered.map((value) => value * IN_ANSWER ** 2))
        return Math.max(most, weight * (1 - best))
      }, 0)

      // Small knowledge lacks many words of its own field, so an unknown word is a weaker sign of a foreign subject.
      const familiarity = Math.min(1, Math.sqrt(spread.size / WORDS_OF_A_FIELD))

      const covered = entries.map((_, at) =>
        share(({ asked, answered }) => Math.max(asked[at] ?? 0, (answered[at] ?? 0) * IN_ANSWER ** 2)),
      )
      const [best = 0, second = 0] = covered.toSorted((a, b) => b - a)
      const pieces = weighPieces(said)
      const { meant, written } = phraseTable.compare({ pieces, telling: compared })
      const [bestWritten = 0, secondWritten = 0] = written.toSorted((a, b) => b - a)
      const other = others?.compare(said, pieces)
      const classified = classify?.(pieces)
      const shares = classified && sharesOf(classified)
      return entries.map(({ id, phrases }, at) => {
        const mine = covered[at] ?? 0
        const named = share(({ asked }) => Number((asked[at] ?? 0) >= MISSPELT))
        const alike = phrases.reduce((most, phrase) => Math.max(most, cosine(meaning, phrase)), -1)
        const values = [
          mine,
          share(({ asked }) => asked[at] ?? 0),
          share(({ answered }) => answered[at] ?? 0),
          named,
          alike,
          mine - (mine === best ? second : best),
          foreign * familiarity,
          count,
          named * count,
          mine ** 2,
          alike ** 2,
          mine * alike,
          Math.min(MOST_EVIDENCE, mine * total),
          compared.reduce((most, { weight, asked }) => Math.max(most, weight * (asked[at] ?? 0)), 0),
          meant[at] ?? 0,
          (meant[at] ?? 0) ** 2,
          other?.meant ?? 0,
          written[at] ?? 0,
          (written[at] ?? 0) ** 2,
          (written[at] ?? 0) - (written[at] === bestWritten ? secondWritten : bestWritten),
          other?.written ?? 0,
          (classified?.[at] ?? 0) - (classified?.at(-1) ?? 0),
          shares?.[at] ?? 0,
        ]
        return { id, values }
      })
    },
  }
}
