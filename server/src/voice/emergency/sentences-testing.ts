import { readFileSync } from 'node:fs'

function linesOf(file: string): string[] {
  return readFileSync(new URL(`testing/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
}

/** As people in distress write and say it: hurried, misspelt, polite, rambling, in a second language, as children. */
export const DISTRESS_OF_KINDS = linesOf('distress.txt').map((line) => {
  const [kind = '', sentence = ''] = line.split('\t')
  return { kind, sentence }
})

export const DISTRESS = DISTRESS_OF_KINDS.map(({ sentence }) => sentence)

/** What sounds alike and is harmless: idioms, general questions, what was long ago, fiction, and all that assistants are asked. */
export const ORDINARY = linesOf('ordinary.txt')
