import { MONTHS } from '../calendar-words.ts'

/** Matches order numbers, account numbers and telephone numbers; shorter numbers are amounts. */
const NUMBER = /\b\d(?:[\d -]{2,}\d)\b/
const DATE = new RegExp(
  `\\b(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\\b`,
  'i',
)
/** People do not remember more digits than this at a time. */
const DIGITS_AT_ONCE = 3

/**
 * Repeats a number or date from a text that the assistant can't answer, so that the caller knows that it was heard
 * correctly. Empty if the text has none.
 */
export function readBack(text: string): string {
  const date = DATE.exec(text)?.[0]
  if (date !== undefined) return `I heard ${date}. `
  const digits = NUMBER.exec(text)?.[0].replaceAll(/\D/g, '')
  return digits === undefined ? '' : `I heard the number ${inGroups(digits)}. `
}

/** Speaks each digit separately, in groups: "4 7 1, 1 2". */
function inGroups(digits: string): string {
  const groups = digits.match(new RegExp(`.{1,${DIGITS_AT_ONCE}}`, 'g')) ?? []
  return groups.map((group) => [...group].join(' ')).join(', ')
}
