import { readNotes } from './own-knowledge.ts'
import { normaliseWords } from './phrase-pattern.ts'

/**
 * What the built-in recogniser can hear of an own assistant's knowledge, shown to its owner. Pure, and quick enough to
 * run in the page.
 */
interface OwnHearing {
  /** Questions that callers can ask aloud, in the same or in other words. */
  questions: string[]
  /** Headings whose passages callers can ask for aloud. */
  subjects: string[]
  /** Questions and headings that can only be found by typing. */
  unheard: { text: string; why: string }[]
}

/** The recogniser does not listen for longer sentences as a whole. */
export const MAX_PHRASE_WORDS = 30

const WHY = {
  noWords: 'has no word that can be said',
  letters: 'has letters that are not English, so it cannot be recognised',
  long: `has more than ${MAX_PHRASE_WORDS} words`,
} as const

export function hearingOf({ pairs, notes }: { pairs: readonly { question: string }[]; notes: string }): OwnHearing {
  const read = readNotes(notes)
  const hearing: OwnHearing = { questions: [], subjects: [], unheard: [] }
  const sort = (text: string, heard: string[]) => {
    const why = whyUnheard(text)
    if (why === undefined) heard.push(text)
    else hearing.unheard.push({ text, why })
  }
  for (const { question } of [...pairs, ...read.pairs]) sort(question, hearing.questions)
  for (const heading of new Set(read.passages.flatMap((passage) => passage.heading ?? []))) {
    sort(heading, hearing.subjects)
  }
  return hearing
}

function whyUnheard(text: string): string | undefined {
  const words = normaliseWords(text)
  if (words.length === 0) return WHY.noWords
  if (words.some((word) => !/^[a-z0-9']+$/.test(word))) return WHY.letters
  return words.length > MAX_PHRASE_WORDS ? WHY.long : undefined
}
