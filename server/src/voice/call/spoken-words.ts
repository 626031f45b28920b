import type { SpeechChunk, TimedWord } from '../ports.ts'

export type SpokenWords = ReturnType<typeof createSpokenWords>

/** The words of one answer with their times from its start, so that the record can tell which of them were heard. */
export function createSpokenWords() {
  const words: TimedWord[] = []
  let taken = 0

  const textOf = (wanted: (word: TimedWord) => boolean): string =>
    words
      .filter(wanted)
      .map((word) => word.text)
      .join('')
      .trim()

  return {
    /** Adds the words of a chunk that begins `offsetMs` after the start of the answer. */
    add(chunk: Pick<SpeechChunk, 'words'>, offsetMs: number): void {
      for (const word of chunk.words) {
        words.push({ text: word.text, startMs: word.startMs + offsetMs, endMs: word.endMs + offsetMs })
      }
    },
    /** The words of which at least half had been played at `playedMs`. */
    heardBy: (playedMs: number) => textOf((word) => (word.startMs + word.endMs) / 2 <= playedMs),
    /** The words played between two positions. */
    between: (fromMs: number, toMs: number) => textOf((word) => word.endMs > fromMs && word.startMs < toMs),
    /** The words that begin before `sentMs` and were not returned before, for captions in time with the audio. */
    takeUntil(sentMs: number): string {
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
