import { splitSentences } from './sentences.ts'
import { spokenWords, type SpokenWord } from './spoken-words.ts'

/** What is synthesised in one go. */
export interface PlannedChunk {
  /** Never empty unless nothing of the whole text can be said. */
  words: SpokenWord[]
  /** Silence before it: what is left out at the ends of chunks is put back between them. */
  restMs: number
}

/** In spoken words. The first chunk is short, since the caller waits for it: a sentence of this length takes some 50 ms. */
const FIRST_CHUNK_WORDS = 15
const CHUNK_WORDS = 24
/**
 * Letters for each word of these limits. Everyday words have fewer; invented ones take many times as long to say, and to
 * make, and a chunk of them must not keep a thread from other callers.
 */
const LETTERS_PER_WORD = 6
const SHORTEST_PART_WORDS = 3
const REST_AFTER_SENTENCE_MS = 240
const REST_AFTER_COMMA_MS = 90
const JOINING_WORD =
  /^(and|but|or|so|because|which|that|who|when|while|where|if|then|than|with|for|to|from|in|on|at|after|before|until)$/

/**
 * Cuts a text into chunks of about a sentence: quick to make, and few to throw away when the person interrupts.
 * The texts of all words together are the text.
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

/** After the last comma that fits, else before the last joining word, else where the limit is. */
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
