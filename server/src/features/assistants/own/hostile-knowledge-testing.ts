import { KNOWLEDGE_MAX_PAIRS, NOTES_MAX_LENGTH, QUESTION_MAX_LENGTH } from '#contract/own-assistant-limits.ts'

/** Makes pseudo-random words that are in no dictionary; every run makes the same words. */
export function inventor(letters: number): () => string {
  let seed = 7
  const letter = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return String.fromCharCode(97 + ((seed >> 8) % 26))
  }
  return () => Array.from({ length: letters }, letter).join('')
}

export function textOf(word: () => string, length: number): string {
  let text = ''
  while (text.length < length) text += `${word()} `
  return text.slice(0, length).trim()
}

/** The most text that an own assistant may hold, in words of `letters` letters. */
export function hostileKnowledge(letters: number) {
  const word = inventor(letters)
  const question = () => `${textOf(word, QUESTION_MAX_LENGTH - 2)}?`
  const pairs = Array.from({ length: KNOWLEDGE_MAX_PAIRS }, () => ({ question: question(), answer: textOf(word, 598) }))
  const notes = Array.from({ length: 200 }, () => `Q: ${question()}\nA: ok`)
    .join('\n\n')
    .slice(0, NOTES_MAX_LENGTH)
  return { pairs, notes }
}
