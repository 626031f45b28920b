import type { MouthCue } from '#contract/visemes.ts'
import type { SpeechChunk, TimedWord } from '../ports.ts'
import type { FlitePhone } from '../tts/flite.ts'
import { phonesToMouth } from '../tts/phones-to-visemes.ts'
import { flitePhonesOf } from '../tts/pronunciation.ts'
import { spokenWords } from '../tts/spoken-words.ts'

/** The time of one character of a text, from the start of the whole speech. */
export interface CharacterTime {
  character: string
  startMs: number
  endMs: number
}

const VOWEL = /^[aeiou]/
/** Relative durations: vowels are longer and stops shorter, approximately as measured in read speech. */
const VOWEL_WEIGHT = 1.5
const SHORT_WEIGHT = 0.8
const SHORT = /^(?:p|b|t|d|k|g|hh|dh|r|l|w|y)$/

/**
 * Turns the times of characters into word times and mouth cues, piece by piece as they arrive. Together, the words are
 * always the complete text, even if some times are missing.
 */
export function createSpokenCharacters(text: string) {
  const tokens = text.match(/^\s*\S+\s*|\S+\s*/g) ?? [text]
  const lengths = tokens.map((token) => token.replace(/\s/g, '').length)
  const timed: TimedWord[] = []
  let next = 0
  /** How many characters of the current token have times, and when it began. */
  let told = 0
  let toldFromMs = 0
  let toldUntilMs = 0

  async function given(words: readonly TimedWord[], startMs: number): Promise<Pick<SpeechChunk, 'mouth' | 'words'>> {
    return {
      mouth: await mouthOf(words, startMs),
      words: words.map((word) => ({
        text: word.text,
        startMs: Math.round(Math.max(0, word.startMs - startMs)),
        endMs: Math.round(Math.max(0, word.endMs - startMs)),
      })),
    }
  }

  return {
    add(times: readonly CharacterTime[]): void {
      for (const { character, startMs, endMs } of times) {
        const length = character.replace(/\s/g, '').length
        const token = tokens[next]
        if (length === 0 || token === undefined) continue
        if (told === 0) toldFromMs = startMs
        told += length
        toldUntilMs = endMs
        if (told < (lengths[next] ?? 0)) continue
        timed.push({ text: token, startMs: toldFromMs, endMs })
        next += 1
        told = 0
      }
    },
    /**
     * The words whose times are complete and that begin before `untilMs`. Their times are relative to `startMs`, the
     * start of the chunk.
     */
    take(startMs: number, untilMs: number): Promise<Pick<SpeechChunk, 'mouth' | 'words'>> {
      const until = timed.findIndex((word) => word.startMs >= untilMs)
      return given(timed.splice(0, until < 0 ? timed.length : until), startMs)
    },
    /** All words that begin before this time are complete; Infinity if all words of the text are. */
    knownUntilMs: () => (next >= tokens.length ? Infinity : told > 0 ? toldFromMs : toldUntilMs),
    /** How many words lack their times. */
    untold: () => tokens.length - next,
    /** All remaining words, timed at the end of the speech, `endMs`, where this chunk begins. */
    rest(endMs: number): Promise<Pick<SpeechChunk, 'mouth' | 'words'>> {
      const untold = tokens.slice(next).map((token) => ({ text: token, startMs: endMs, endMs }))
      next = tokens.length
      return given([...timed.splice(0), ...untold], endMs)
    },
  }
}

async function mouthOf(words: readonly TimedWord[], startMs: number): Promise<MouthCue[]> {
  const pieces = words.map((word) => spokenWords(word.text).flatMap((spoken) => spoken.pieces))
  const flat = await flitePhonesOf(pieces.flat().map((piece) => piece.replace(',', '')))
  const phones: FlitePhone[] = []
  let at = 0
  for (const [index, word] of words.entries()) {
    const own = flat.slice(at, (at += pieces[index]?.length ?? 0)).flat()
    const fromMs = Math.max(0, word.startMs - startMs)
    const lastMs = phones.at(-1)?.endMs ?? fromMs
    if (fromMs > lastMs) phones.push({ phone: 'pau', startMs: lastMs, endMs: fromMs })
    phones.push(...spread(own, Math.max(fromMs, lastMs), Math.max(fromMs, lastMs, word.endMs - startMs)))
  }
  return phones.length === 0 ? [] : phonesToMouth(phones)
}

function spread(phones: readonly string[], startMs: number, endMs: number): FlitePhone[] {
  const weights = phones.map((phone) => (VOWEL.test(phone) ? VOWEL_WEIGHT : SHORT.test(phone) ? SHORT_WEIGHT : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let atMs = startMs
  return phones.map((phone, index) => {
    const from = atMs
    atMs += ((endMs - startMs) * (weights[index] ?? 0)) / total
    return { phone, startMs: from, endMs: atMs }
  })
}
