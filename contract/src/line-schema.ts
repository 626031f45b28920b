import { z } from 'zod'
import { ONE_LINE, writtenText } from './written-text.ts'

/**
 * One line that a person wrote, as a name; empty when nothing can be seen in it.
 * @param field what to call it in a refusal
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
