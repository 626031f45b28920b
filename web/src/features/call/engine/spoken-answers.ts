import type { MouthCue } from '#contract/visemes.ts'

/** Words of an answer, and the position in its sound from which on they count as heard. */
interface Piece {
  text: string
  fromMs: number
}

/** One answer of the assistant, as it arrives and is played. */
export interface SpokenAnswer {
  readonly responseId: string
  readonly itemId: string
  readonly cues: MouthCue[]
  readonly pieces: Piece[]
  /** The text that the captions show so far. */
  shown: string
  /** The length of the sound that has arrived, in milliseconds. */
  arrivedMs: number
  lastChunkMs: number
  /** The server's final text of the answer; if the answer was interrupted, only the part that was heard. */
  transcript: string | null
  /** All of the sound has arrived. */
  whole: boolean
  /** All of the sound has been played. */
  played: boolean
}

export function newAnswer(responseId: string, itemId: string): SpokenAnswer {
  return {
    responseId,
    itemId,
    cues: [],
    pieces: [],
    shown: '',
    arrivedMs: 0,
    lastChunkMs: 0,
    transcript: null,
    whole: false,
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
