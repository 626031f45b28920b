import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The trigram index needs at least this many characters. */
const INDEXED_CHARS = 3
/** Characters that may precede a word in addresses and names. */
const BEFORE_A_WORD = ['', '.', ' ', '@', '-', '+', '_']

/**
 * The condition that a text contains `part`, which is taken literally. One or two characters are only looked for at the
 * beginnings of words, which is what people mean and where the index works.
 */
export function containing(text: SQLWrapper, part: string): SQL | undefined {
  const escaped = part.replaceAll(/[\\%_]/g, String.raw`\$&`)
  if ([...part].length >= INDEXED_CHARS || !/^[\p{L}\p{N}]+$/u.test(part)) return sql`${text} like ${`%${escaped}%`}`
  return or(
    ...BEFORE_A_WORD.map((sign) => {
      const start = sign === '_' ? String.raw`\_` : sign
      return sql`${text} like ${sign === '' ? `${escaped}%` : `%${start}${escaped}%`}`
    }),
  )
}
