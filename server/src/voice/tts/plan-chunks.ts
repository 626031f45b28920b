import { splitSentences } from './sentences.ts'
import { spokenWords, type SpokenWord } from './spoken-words.ts'

/** A piece of text that is synthesised in one go. */
export interface PlannedChunk {
  /** Empty only if the whole text has nothing to say. */
  words: SpokenWord[]
  /** Silence before the chunk, since synthesis leaves out the pauses between chunks. */
  restMs: number
}

/** The length of the first chunk in spoken words. It is short because the caller waits for it: this takes about 40 ms. */
const FIRST_CHUNK_WORDS = 15
const CHUNK_WORDS = 24
/**
 * A chunk is also limited in letters, to this many for each word that it may have. Everyday words are shorter; invented
 * words can be so long that a chunk of them would block a thread for other callers.
 */
const LETTERS_PER_WORD = 6
const SHORTEST_PART_WORDS = 3
const REST_AFTER_SENTENCE_MS = 240
const REST_AFTER_COMMA_MS = 90
const JOINING_WORD =
  /^(and|but|or|so|because|which|that|who|when|while|where|if|then|than|with|for|to|from|in|on|at|after|before|until)$/

/**
 * Splits a text into chunks of about a sentence, which are quick to synthesise and waste little when the caller
 * interrupts. The texts of all words, joined, are the whole text.
 */
export function planChunks(text: string, firstChunkWords = FIRST_CHUNK_WORDS): PlannedChunk[] {
  const chunks: PlannedChunk[] = []
  let silent = ''
  let restMs = 0
  for (const sentence of splitSentences(text)) {
    const words = spokenWords(sentence)
    const lastWord = chunks.at(-1)?.words.at(-1)
    if (words.length === 0) {
      if (lastWord) lastWord.text += sentence
      else silent += sentence
      continue
    }
    const [firstWord] = words
    if (firstWord) firstWord.text = silent + firstWord.text
    silent = ''
    for (const part of cutSentence(words, chunks.length === 0 ? firstChunkWords : CHUNK_WORDS)) {
      chunks.push({ words: part, restMs })
      restMs = part.at(-1)?.pause === ',' ? REST_AFTER_COMMA_MS : 0
    }
    restMs = REST_AFTER_SENTENCE_MS
  }
  if (silent !== '') chunks.push({ words: [{ text: silent, pieces: [], pause: '' }], restMs: 0 })
  return chunks
}

function cutSentence(words: readonly SpokenWord[], firstLimit: number): SpokenWord[][] {
  const parts: SpokenWord[][] = []
  let rest = words
  let limit = firstLimit
  while (
    spokenLength(rest) > limit ||
    rest.reduce((sum, word) => sum + lettersOf(word), 0) > limit * LETTERS_PER_WORD
  ) {
    const end = bestCut(rest, limit)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
    limit = CHUNK_WORDS
  }
  return rest.length > 0 ? [...parts, [...rest]] : parts
}

/**
 * The best place to split: after the last comma that fits, else before the last conjunction or preposition, else at the
 * limit.
 */
function bestCut(words: readonly SpokenWord[], limit: number): number {
  let afterComma = 0
  let beforeJoin = 0
  let atLimit = 1
  let length = 0
  let letters = 0
  for (const [index, word] of words.entries()) {
    length += word.pieces.length
    letters += lettersOf(word)
    if (length > limit || letters > limit * LETTERS_PER_WORD) break
    const end = index + 1
    atLimit = end
    if (length < SHORTEST_PART_WORDS || spokenLength(words.slice(end)) < SHORTEST_PART_WORDS) continue
    if (word.pause !== '') afterComma = end
    if (JOINING_WORD.test(words[end]?.pieces[0] ?? '')) beforeJoin = end
  }
  return afterComma || beforeJoin || atLimit
}

function spokenLength(words: readonly SpokenWord[]): number {
  return words.reduce((sum, word) => sum + word.pieces.length, 0)
}

function lettersOf({ pieces }: SpokenWord): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
