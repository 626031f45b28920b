import { readFileSync } from 'node:fs'

function linesOf(file: string): string[] {
  return readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
}

/**
 * What people in distress write and say (hurried, misspelt, polite, rambling, in a second language, as children), with
 * the kind of help that they need.
 */
export const DISTRESS_OF_KINDS = linesOf('distress.txt').map((line) => {
  const [kind = '', sentence = ''] = line.split('\t')
  return { kind, sentence }
})

export const DISTRESS = DISTRESS_OF_KINDS.map(({ sentence }) => sentence)

/**
 * Harmless sentences that sound similar: idioms, general questions, past events, fiction, and usual questions to the
 * assistants.
 */
export const ORDINARY = linesOf('ordinary.txt')
