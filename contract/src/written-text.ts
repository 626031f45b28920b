/** Rules for text that people write, shared by our schemas and, without zod, by forms in the browser. */

/**
 * Bidirectional control characters, which change the direction of the text after them. Pasted text may contain them.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Characters that show nothing, such as joiners and byte order marks. Inside words and emoji they are legitimate. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu

/** A single line: no line breaks of any kind and no control characters. */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u

/** The number of visible characters in a text, including spaces inside of it. */
export function visibleLength(text: string): number {
  return text.replaceAll(UNSEEN, '').trim().length
}

/**
 * Cleans a text: removes bidirectional controls, unpaired surrogates (which PostgreSQL cannot store) and surrounding
 * spaces. Returns the empty string when only invisible characters are left.
 */
export function writtenText(text: string): string {
  const whole = text.toWellFormed()
  return visibleLength(whole) === 0 ? '' : whole.replaceAll(TURNING, '').trim()
}

/** The text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
