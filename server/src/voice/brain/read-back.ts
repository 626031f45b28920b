/** Orders, accounts and telephones: shorter figures are amounts. */
const NUMBER = /\b\d(?:[\d -]{2,}\d)\b/
const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DATE = new RegExp(
  `\\b(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?\\b|\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})\\b`,
  'i',
)
/** Read in one go, more digits than these are lost. */
const DIGITS_AT_ONCE = 3

/**
 * The number or date that a text holds, to be said before an answer that can do nothing with it: so the person knows that it
 * arrived as it was meant. Empty where there is none.
 */
export function readBack(text: string): string {
  const date = DATE.exec(text)?.[0]
  if (date !== undefined) return `I heard ${date}. `
  const digits = NUMBER.exec(text)?.[0].replaceAll(/\D/g, '')
  return digits === undefined ? '' : `I heard the number ${inGroups(digits)}. `
}

/** "4 7 1, 1 2": each digit by itself. */
function inGroups(digits: string): string {
  const groups = digits.match(new RegExp(`.{1,${DIGITS_AT_ONCE}}`, 'g')) ?? []
  return groups.map((group) => [...group].join(' ')).join(', ')
}
