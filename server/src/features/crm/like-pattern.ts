import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** Whether a text holds this one, whatever signs it is made of. */
export function containing(text: SQLWrapper, part: string): SQL {
  return sql`${text} like ${`%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
}
