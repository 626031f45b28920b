import { or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** What the index of three-letter pieces needs at least to find anything by. */
const INDEXED_CHARS = 3
/** What stands before a word in addresses and names. */
const BEFORE_A_WORD = ['', '.', ' ', '@', '-', '+', '_']

/**
 * Whether a text holds this one, whatever signs it is made of. One or two letters are looked for at the beginnings of
 * words, where people mean them and an index finds them.
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
