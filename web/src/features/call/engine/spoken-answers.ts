import type { MouthCue } from '#contract/visemes.ts'

/** Words of an answer, and the moment of its sound from which they are heard. */
interface Piece {
  text: string
  fromMs: number
}

/** One answer of the assistant as it arrives and is played. */
export interface SpokenAnswer {
  readonly responseId: string
  readonly itemId: string
  readonly cues: MouthCue[]
  readonly pieces: Piece[]
  /** The words that the captions have so far. */
  shown: string
  /** Length of the sound that has arrived. */
  arrivedMs: number
  lastChunkMs: number
  /** The server's last word on what was said or, of an answer that was cut short, heard. */
  transcript: string | null
  /** All its sound has arrived. */
  whole: boolean
  /** All its sound was played. */
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

/** Words travel right behind the sound in which they begin, so they are due with it. */
export function addWords(answer: SpokenAnswer, text: string): void {
  answer.pieces.push({ text, fromMs: Math.max(0, answer.arrivedMs - answer.lastChunkMs) })
}

/** What has been heard when so much of the sound was played. */
export function heardWords(answer: SpokenAnswer, playedMs: number): string {
  return answer.pieces
    .filter(({ fromMs }) => fromMs <= playedMs)
    .map(({ text }) => text)
    .join('')
}
