import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The trigram index needs at least this many characters. */
const INDEXED_CHARS = 3
/** Characters that may precede a word in addresses and names. */
const BEFORE_A_WORD = ['', '.', ' ', '@', '-', '+', '_']

/** A text with the characters escaped that have a meaning in `like`. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/**
 * The condition that a text contains `part`, which is taken literally. One or two characters are only looked for at the
 * beginnings of words, which is what people mean and where the index works.
 */
export function containing(text: SQLWrapper, part: string): SQL | undefined {
  const escaped = literally(part)
  if ([...part].length >= INDEXED_CHARS || !/^[\p{L}\p{N}]+$/u.test(part)) return sql`${text} like ${`%${escaped}%`}`
  return or(
    ...BEFORE_A_WORD.map((sign) => sql`${text} like ${sign === '' ? `${escaped}%` : `%${literally(sign)}${escaped}%`}`),
  )
}
