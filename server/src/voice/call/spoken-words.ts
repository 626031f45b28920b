import type { SpeechChunk } from '../ports.ts'

export interface SpokenWord {
  /** In the text's own spelling, with the space that follows. */
  text: string
  startMs: number
  endMs: number
}

/** The words of one answer on the answer's own time line, so that the record can say what of them was heard. */
export interface SpokenWords {
  /** Takes the words of a chunk that begins `offsetMs` into the answer. */
  add(chunk: Pick<SpeechChunk, 'words'>, offsetMs: number): void
  /** The words that were heard, wholly or for the most part, when playing stopped at `playedMs`. */
  heardBy(playedMs: number): string
  /** The words that sounded between two moments. */
  between(fromMs: number, toMs: number): string
  /** The words that begin before `sentMs` and were not taken before; for captions that run with the sound. */
  takeUntil(sentMs: number): string
  all(): string
}

export function createSpokenWords(): SpokenWords {
  const words: SpokenWord[] = []
  let taken = 0

  const textOf = (wanted: (word: SpokenWord) => boolean): string =>
    words
      .filter(wanted)
      .map((word) => word.text)
      .join('')
      .trim()

  return {
    add(chunk, offsetMs) {
      for (const word of chunk.words) {
        words.push({ text: word.text, startMs: word.startMs + offsetMs, endMs: word.endMs + offsetMs })
      }
    },
    heardBy: (playedMs) => textOf((word) => (word.startMs + word.endMs) / 2 <= playedMs),
    between: (fromMs, toMs) => textOf((word) => word.endMs > fromMs && word.startMs < toMs),
    takeUntil(sentMs) {
      const from = taken
      while (taken < words.length && (words[taken]?.startMs ?? Infinity) < sentMs) taken += 1
      return words
        .slice(from, taken)
        .map((word) => word.text)
        .join('')
    },
    all: () => textOf(() => true),
  }
}
