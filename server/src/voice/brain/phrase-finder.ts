import { compilePattern } from '#contract/phrase-pattern.ts'

/**
 * Makes a function that finds the key whose phrases include a line. If there are several, the first in the table counts.
 * Apostrophes are ignored, since many people do not type them.
 * @param spoken phrase patterns for each key, which the recogniser's grammar has too
 * @param typedOnly further patterns, too short or too rare to be listened for
 */
export function createPhraseFinder<Key extends string>(
  spoken: Readonly<Record<Key, readonly string[]>>,
  typedOnly: Readonly<Partial<Record<Key, readonly string[]>>>,
): (words: readonly string[]) => Key | undefined {
  const keys = Object.keys(spoken) as Key[]
  const table = keys.map((key) => ({
    key,
    matchers: [...spoken[key], ...(typedOnly[key] ?? [])].map((pattern) => compilePattern(withoutApostrophes(pattern))),
  }))
  return (words) => {
    const plain = words.map(withoutApostrophes)
    return table.find(({ matchers }) => matchers.some((matches) => matches(plain)))?.key
  }
}

function withoutApostrophes(text: string): string {
  return text.replaceAll("'", '')
}
