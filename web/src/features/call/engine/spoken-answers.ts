import type { MouthCue } from '#contract/visemes.ts'

export type SpokenAnswer = ReturnType<typeof newAnswer>

/** One answer of the assistant, as it arrives and is played. */
export function newAnswer(responseId: string, itemId: string) {
  return {
    responseId,
    itemId,
    cues: [] as MouthCue[],
    /** Words, and the position in the sound from which they count as heard. */
    pieces: [] as { text: string; fromMs: number }[],
    /** The text that the captions show so far. */
    shown: '',
    /** The length of the sound that has arrived. */
    arrivedMs: 0,
    lastChunkMs: 0,
    /** The server's final text of the answer; if the answer was interrupted, only the part that was heard. */
    transcript: null as string | null,
    /** All of the sound has arrived. */
    whole: false,
    /** All of the sound has been played. */
    played: false,
  }
}

export function addSound(answer: SpokenAnswer, lengthMs: number): void {
  answer.arrivedMs += lengthMs
  answer.lastChunkMs = lengthMs
}

/** Words arrive right after the sound in which they begin, so they are shown when that sound is played. */
export function addWords(answer: SpokenAnswer, text: string): void {
  answer.pieces.push({ text, fromMs: Math.max(0, answer.arrivedMs - answer.lastChunkMs) })
}

/** The words heard when this much of the sound has been played. */
export function heardWords(answer: SpokenAnswer, playedMs: number): string {
  return answer.pieces
    .filter(({ fromMs }) => fromMs <= playedMs)
    .map(({ text }) => text)
    .join('')
}
