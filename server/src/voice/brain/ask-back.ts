import type { AssistantDefinition, KnowledgeEntry } from '#contract/assistant.ts'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { HeardLine } from './brain.ts'
import { createPhraseFinder } from './phrase-finder.ts'

const WORDS_OF_A_TEXT = 8
/** A choice can be changed for this many lines of the assistant, the one with the choice included. */
const CHOICE_LINES_BACK = 4
const LEAD = 'Do you mean:'
/** The reply to a mere "yes" when several questions were suggested. */
const WHICH = 'Which one? The first:'

/** The reply if the caller meant none of the suggested questions. */
export const IN_OTHER_WORDS = 'All right. Please ask me in other words, and name what it is about.'

/** Phrases with which a caller chooses one of several suggested questions. The recogniser's grammar uses them too. */
export const CHOICE_PATTERNS = {
  first: ['[yes | no] [i mean | i meant | take] (the first [one | question] | number one) [please]'],
  second: ['[yes | no] [i mean | i meant | take] (the second [one | question] | number two) [please]', '[yes | no] the middle one [please]'],
  third: ['[yes | no] [i mean | i meant | take] (the third [one | question] | number three) [please]'],
  last: ['[yes | no] [i mean | i meant | take] the last [one | question] [please]'],
  other: ['[yes | no] [i mean | i meant | take] the other [one | question] [please]'],
  none: ['(none | neither) [of them | of those | of these]', "no (that's | that is) not (it | what i meant | what i mean)", 'i (mean | meant) something else'],
} as const // oxfmt-ignore

const TYPED_ONLY: Record<keyof typeof CHOICE_PATTERNS, readonly string[]> = {
  first: ['[the] former', 'one', 'first [one]', 'a'],
  second: ['[the] latter', 'two', 'second [one]', 'b'],
  third: ['three', 'third [one]', 'c'],
  last: ['last [one]'],
  other: ['[no] other [one]'],
  none: [
    'no (none | neither) [of them | of those | of these]',
    'something else',
    'nothing [of that | of those]',
    'not that',
    'wrong',
  ],
}
const DIGITS = ['1', '2', '3']

const CHOICES = Object.keys(CHOICE_PATTERNS)
const choiceOf = createPhraseFinder(CHOICE_PATTERNS, TYPED_ONLY)
/** "No", or the subject that the assistant wrongly understood: "it's not the wifi". */
const NOT_THAT = String.raw`(?:no+|nope|nah|not that|(?:no,? )?(?:it|that)(?:['’]?s| is) not [^,.;:!]+)`
const MEANT = String.raw`i (?:mean|meant|said|was asking about)`
/** Matches "No, I meant my printer", to be understood as a question about the printer. */
const CORRECTION = new RegExp(String.raw`^${NOT_THAT}?[\s,.:;!-]*(?:${MEANT}|rather|but)\s+(.{3,})$`, 'i')
const MEANT_OTHERWISE = new RegExp(String.raw`^${NOT_THAT}?[\s,.:;!-]*${MEANT}\s+(.{3,})$`, 'i')
const REFUSED_WITH_MORE = /^(?:no+|nope|nah|not that)[\s,.:;!-]+(.{3,})$/i

/** Asks whether the caller means one of these entries, which are given in order of probability. */
export function askBack(entries: readonly KnowledgeEntry[]): string {
  return `${LEAD} ${entries.map(nameOf).join(' Or: ')}`
}

export function askWhich(entries: readonly KnowledgeEntry[]): string {
  return `${WHICH} ${entries.map(nameOf).join(' Or the next: ')}`
}

/** The question of an entry, or the heading of a passage; for a passage without a heading, its first words. */
export function nameOf(entry: KnowledgeEntry): string {
  const { question, answer, isOffered } = entry
  if (isOffered || question.endsWith('?')) return question
  return isHeaded(entry) ? `${question}?` : `${answer.split(' ', WORDS_OF_A_TEXT).join(' ')} …?`
}

/** Whether a passage has a heading, above it or as its first words: "Prices. One night costs …". */
export function isHeaded({ question, answer }: KnowledgeEntry): boolean {
  return !answer.startsWith(question) || /^[.:] /.test(answer.slice(question.length))
}

export interface PutQuestion {
  /** In the order in which they were spoken. */
  entries: readonly KnowledgeEntry[]
  /** True if the assistant asked which one was meant; false if it offered the questions as examples. */
  isAskedBack: boolean
}

/** The entries that the assistant's last line offered for choice; undefined if it offered none. */
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

/**
 * The entry that the caller chooses with this text, or 'none' if they reject all; undefined if the text is not a choice.
 * @param answered the entry that the assistant took to be chosen and has answered already
 */
export function chosenOf(
  entries: readonly KnowledgeEntry[],
  text: string,
  answered: KnowledgeEntry | undefined = entries[0],
): KnowledgeEntry | 'none' | undefined {
  const words = normaliseWords(text)
  const digit = words.length === 1 ? DIGITS.indexOf(words[0] ?? '') : -1
  if (digit >= 0) return entries[digit]
  const choice = choiceOf(words)
  if (choice === undefined) return undefined
  if (choice === 'none') return 'none'
  if (choice === 'other') return entries.find((entry) => entry !== answered)
  return choice === 'last' ? entries.at(-1) : entries[CHOICES.indexOf(choice)]
}

/** Whether a text is a choice, whatever there is to choose from. */
export function isChoice(text: string): boolean {
  return choiceOf(normaliseWords(text)) !== undefined
}

/** The questions from which the caller lately chose the one that the assistant's last line answers. */
export function lastTaken(
  assistant: AssistantDefinition,
  history: readonly HeardLine[],
  answered: (line: string) => KnowledgeEntry | undefined,
): { entries: readonly KnowledgeEntry[]; answered: KnowledgeEntry } | undefined {
  const lines = history.filter(({ role }) => role === 'assistant').slice(-CHOICE_LINES_BACK)
  const taken = answered(lines.at(-1)?.content ?? '')
  if (!taken) return undefined
  const puts = lines.slice(0, -1).map((line) => lastPut(assistant, [line]))
  const put = puts.findLast((each) => each?.isAskedBack && each.entries.includes(taken))
  return put && { entries: put.entries, answered: taken }
}

/** The new question in a correction of what the assistant suggested; undefined if the text corrects nothing. */
export function correctionIn(text: string): string | undefined {
  return (CORRECTION.exec(text.trim()) ?? REFUSED_WITH_MORE.exec(text.trim()))?.[1]
}

/** The new question in a text that says what the caller meant, whatever the assistant said before. */
export function meantIn(text: string): string | undefined {
  return MEANT_OTHERWISE.exec(text.trim())?.[1]
}
