import { randomBytes } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id of the vendor's look: a prefix that says what it is, and random letters. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomLetters(length)}`
}

export function randomLetters(length: number): string {
  // 62 does not divide 256; the slight unevenness is of no use to anybody at this length.
  return Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('')
}
