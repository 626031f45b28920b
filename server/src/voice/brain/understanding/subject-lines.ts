import { readFileSync } from 'node:fs'

/** Questions of all fields of the catalogue, with an empty line between two fields; written by `learn-likeness.ts`. */
export const SUBJECTS_FILE = new URL('subjects.txt', import.meta.url)

let fields: readonly (readonly string[])[] | undefined

/** The questions of each field. */
export function subjectLines(): readonly (readonly string[])[] {
  fields ??= readFileSync(SUBJECTS_FILE, 'utf8')
    .trim()
    .split('\n\n')
    .map((field) => field.split('\n'))
  return fields
}
