import { z } from 'zod'
import { ONE_LINE, writtenText } from './written-text.ts'

/**
 * A single line of text, such as a name. A line of only invisible characters becomes the empty string.
 * @param field the name of the field, for error messages
 */
export function lineSchema(field: string, maxLength: number) {
  return z
    .string()
    .transform(writtenText)
    .pipe(
      z
        .string()
        .regex(ONE_LINE, `The ${field} must be on one line.`)
        .max(maxLength, `The ${field} must have at most ${maxLength} characters.`),
    )
}

/** A single line that must not be empty. */
export function filledLineSchema(field: string, maxLength: number, missing = `The ${field} is missing.`) {
  return lineSchema(field, maxLength).pipe(z.string().min(1, missing))
}

/** Text of any number of lines. Pasted text may contain invisible NUL characters, which PostgreSQL cannot store. */
export function textSchema(maxLength: number, tooLong: string) {
  return z
    .string()
    .transform((text) => writtenText(text.replaceAll('\0', '')))
    .pipe(z.string().max(maxLength, tooLong))
}
