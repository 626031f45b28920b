import { createRecentValues } from '../../../infra/recent-values.ts'
import { comparedWords, tellingWords, weightOf } from './asked-words.ts'
import { weighPieces, type Pieces } from './phrase-pieces.ts'
import { createPhraseTable, type PhraseMatches } from './phrase-table.ts'
import { subjectLines } from './subject-lines.ts'
import { createWordTable } from './word-table.ts'

/**
 * If the average likeness of an assistant's questions to a field is at least this, the field is the assistant's own;
 * other fields reach about 0.5.
 */
const OWN_FIELD_FROM = 0.65
/** How many of an assistant's questions are used to find its own fields. */
const MAX_QUESTIONS = 40

/** How many of the other fields' questions an assistant learns as not for it, at most. */
const SAMPLES = 300

/** How many words' likenesses are cached, at 10 kB each. People use the same words again and again. */
const MAX_REMEMBERED = 400

type Compare = (words: readonly string[], pieces: Pieces) => PhraseMatches

export interface OtherFields {
  /** Some of their questions, each as words. */
  samples(): string[][]
  /** How well a text matches the best of their questions, 0 to 1. */
  compare(words: readonly string[], pieces: Pieces): { meant: number; written: number }
}

let all: Compare | undefined

function* readFields(): Generator<void, Compare> {
  const table = createWordTable()
  const phrases = createPhraseTable(table)
  for (const [field, lines] of subjectLines().entries()) {
    for (const line of lines) {
      const words = comparedWords(line)
      phrases.add(field, words, weighPieces(words))
    }
    yield
  }
  const remembered = createRecentValues<string, Float32Array>(MAX_REMEMBERED)
  const likenessesTo = (word: string) => remembered.getOr(word, () => table.likenessesTo(word))
  return (words, pieces) => {
    return phrases.compare({
      pieces,
      telling: tellingWords(words).map((word) => ({ weight: weightOf(word), alike: likenessesTo(word) })),
    })
  }
}

/**
 * Recognises questions about other fields than the assistant's own: a text close to such a question is probably not for
 * this assistant, even if its words occur in the knowledge. Yields regularly, since the first call takes a fifth of a
 * second.
 * @param questions the assistant's own questions, split into words; fields that match them are left out
 */
export function* otherFields(questions: readonly (readonly string[])[]): Generator<void, OtherFields> {
  const compare = (all ??= yield* readFields())
  const alike = new Float64Array(subjectLines().length)
  const read = questions.slice(0, MAX_QUESTIONS)
  for (const words of read) {
    for (const [field, meant] of compare(words, weighPieces(words)).meant.entries())
      alike[field] = (alike[field] ?? 0) + meant
    yield
  }
  const isOther = Array.from(alike, (sum) => sum < OWN_FIELD_FROM * read.length)
  const lines = subjectLines().flatMap((field, index) => (isOther[index] ? field : []))
  const every = Math.ceil(lines.length / SAMPLES)
  return {
    samples: () => lines.filter((_, at) => at % every === 0).map(comparedWords),
    compare(words, pieces) {
      const { meant, written } = compare(words, pieces)
      const most = (values: Float64Array): number =>
        values.reduce((best, value, field) => (isOther[field] ? Math.max(best, value) : best), 0)
      return { meant: most(meant), written: most(written) }
    },
  }
}
