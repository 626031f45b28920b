/** What counts as written in a text of a person: for schemas of ours and, without zod, for forms in the browser. */

/** Characters that turn what stands after them around; texts pasted from elsewhere bring them along unseen. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Characters that show nothing: joiners, fillers, marks of order. Inside of words and emoji they have their use. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** One line: no break of any kind, no control character. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/** How many characters of a text can be seen, spaces inside of it included. */
export function visibleLength(text: string): number {
  return text.replaceAll(UNSEEN, '').trim().length
}

/**
 * The text without what would turn its reader's lines around, without halves of characters, which no database keeps,
 * and without the space at its ends. Unseen ones alone are none.
 */
export function writtenText(text: string): string {
  const whole = text.toWellFormed()
  return visibleLength(whole) === 0 ? '' : whole.replaceAll(TURNING, '').trim()
}
