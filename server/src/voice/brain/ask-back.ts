import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { compilePattern, normaliseWords } from '#contract/phrase-pattern.ts'
import type { HeardLine } from './brain.ts'

const WORDS_OF_A_TEXT = 8
const LEAD = 'Do you mean:'
/** Said to a mere "yes", where more than one was meant. */
const WHICH = 'Which one? The first:'

/** What a person is told when none of what was asked back was meant. */
export const IN_OTHER_WORDS = 'All right. Please ask me in other words, and name what it is about.'

/** How a person takes up one of several questions that were put. For the ears too. */
export const CHOICE_PATTERNS = {
  first: ['[yes | no] [i mean | i meant | take] the first [one | question] [please]'],
  second: ['[yes | no] [i mean | i meant | take] the (second | other) [one | question] [please]'],
  third: ['[yes | no] [i mean | i meant | take] the third [one | question] [please]'],
  last: ['[yes | no] [i mean | i meant | take] the last [one | question] [please]'],
  none: ['(none | neither) [of them | of those | of these]', "no (that's | that is) not (it | what i meant | what i mean)", 'i (mean | meant) something else'],
} as const // prettier-ignore

const TYPED_ONLY: Record<keyof typeof CHOICE_PATTERNS, readonly string[]> = {
  first: ['[the] former', '[number] one', 'first [one]', 'a'],
  second: ['[the] latter', '[number] two', 'second [one]', 'other [one]', 'b'],
  third: ['[number] three', 'third [one]', 'c'],
  last: ['last [one]'],
  none: ['something else', 'nothing [of that | of those]', 'not that', 'wrong'],
}
const DIGITS = ['1', '2', '3']

type Choice = keyof typeof CHOICE_PATTERNS
const CHOICES = Object.keys(CHOICE_PATTERNS) as Choice[]
const MATCHERS = CHOICES.map((choice) => ({
  choice,
  matches: [...CHOICE_PATTERNS[choice], ...TYPED_ONLY[choice]].map(compilePattern),
}))
/** "No, I meant my printer" is the question about the printer. */
const CORRECTION =
  /^(?:no+|nope|nah|not that)?[\s,.:;!-]*(?:i (?:mean|meant|said|was asking about)|rather|but)\s+(.{3,})$/i
const REFUSED_WITH_MORE = /^(?:no+|nope|nah|not that)[\s,.:;!-]+(.{3,})$/i

/** Asks whether a person means one of these, likeliest first. */
export function askBack(entries: readonly KnowledgeEntry[]): string {
  return `${LEAD} ${entries.map(nameOf).join(' Or: ')}`
}

export function askWhich(entries: readonly KnowledgeEntry[]): string {
  return `${WHICH} ${entries.map(nameOf).join(' Or the next: ')}`
}

/** A text without a heading is named by its beginning. */
function nameOf({ question, answer, isOffered }: KnowledgeEntry): string {
  if (isOffered) return question
  return answer.startsWith(question) ? `${answer.split(' ', WORDS_OF_A_TEXT).join(' ')} …?` : `${question}?`
}

export interface PutQuestion {
  /** In the order in which they were said. */
  entries: readonly KnowledgeEntry[]
  /** Otherwise they were offered as examples. */
  isAskedBack: boolean
}

/** The entries that the assistant's last line named for the person to choose from; undefined where it named none. */
export function lastPut({ knowledge }: AssistantDefinition, history: readonly HeardLine[]): PutQuestion | undefined {
  const line = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
  const isAskedBack = line.includes(LEAD) || line.includes(WHICH)
  if (!isAskedBack && !line.includes('You could ask:')) return undefined
  const places = knowledge
    .map((entry) => ({ entry, at: line.indexOf(nameOf(entry)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => left.at - right.at)
  return places.length === 0 ? undefined : { entries: places.map(({ entry }) => entry), isAskedBack }
}

/** The entry that the text takes of those that were put; 'none' where it takes none of them. */
export function chosenOf(entries: readonly KnowledgeEntry[], text: string): KnowledgeEntry | 'none' | undefined {
  const words = normaliseWords(text)
  const digit = words.length === 1 ? DIGITS.indexOf(words[0] ?? '') : -1
  if (digit >= 0) return entries[digit]
  const choice = MATCHERS.find(({ matches }) => matches.some((match) => match(words)))?.choice
  if (choice === undefined) return undefined
  if (choice === 'none') return 'none'
  return choice === 'last' ? entries.at(-1) : entries[CHOICES.indexOf(choice)]
}

/** What a person says instead of what was asked back; undefined where the text corrects nothing. */
export function correctionIn(text: string): string | undefined {
  return (CORRECTION.exec(text.trim()) ?? REFUSED_WITH_MORE.exec(text.trim()))?.[1]
}
