import type { VoiceId } from '#contract/voices.ts'
import type { SpeechChunk } from '../ports.ts'
import { synthesise, type FlitePhone, type FliteSpeech } from './flite.ts'
import { phonesToMouth } from './phones-to-visemes.ts'
import { fadeEdges, polish } from './polish.ts'
import { flitePhonesOf } from './pronunciation.ts'
import { resampleSpeech } from './resample-speech.ts'
import { fliteSettingsOf, VOICE_RECIPES, type VoiceRecipe } from './voices.ts'
import { timeWords, type WordTime } from './word-times.ts'
import type { SpokenWord } from './spoken-words.ts'

export const SPEECH_RATE = 24_000
const HEAD_MS = 8
const TAIL_MS = 50
const LONGEST_TAIL_MS = 70
/** Quieter than this is silence; a closed mouth before the first "p" is silence too. */
const SILENCE = 0.012
const FADE_MS = 4

/** What is said in one go, and in whose voice. */
export interface ChunkRequest {
  voiceId: VoiceId
  words: SpokenWord[]
  /** Silence in front, so that chunks in a row sound like one speech. */
  restMs: number
}

/** Speaks a chunk: the sound, the mouth and the words, all on one clock that starts at its first sample. */
export async function renderChunk({ voiceId, words, restMs }: ChunkRequest): Promise<SpeechChunk> {
  const recipe = VOICE_RECIPES[voiceId]
  const speech = await synthesise(fliteText(words), fliteSettingsOf(recipe))
  const { keptFromMs, keptToMs } = soundingPart(speech, recipe)
  const kept = speech.samples.subarray(
    Math.round((keptFromMs * speech.sampleRate) / 1000),
    Math.round((keptToMs * speech.sampleRate) / 1000),
  )
  const voiced = resampleSpeech(kept, (speech.sampleRate * recipe.formantFactor) / SPEECH_RATE)
  polish(voiced, SPEECH_RATE, recipe)
  fadeEdges(voiced, (FADE_MS * SPEECH_RATE) / 1000)

  const rest = Math.round((restMs * SPEECH_RATE) / 1000)
  const samples = new Float32Array(rest + voiced.length)
  samples.set(voiced, rest)

  const toHeardMs = (ms: number): number => restMs + Math.max(0, ms - keptFromMs) / recipe.formantFactor
  const phones = speech.phones.map((phone): FlitePhone => ({
    phone: phone.phone,
    startMs: toHeardMs(phone.startMs),
    endMs: toHeardMs(phone.endMs),
  }))
  return { samples, mouth: phonesToMouth(phones), words: await wordTimes(words, phones) }
}

/** What is left without the silence that Flite puts at both ends, and that a listener would have to wait through. */
function soundingPart(
  { samples, sampleRate, phones }: FliteSpeech,
  { formantFactor, gainDb }: VoiceRecipe,
): {
  keptFromMs: number
  keptToMs: number
} {
  const silence = SILENCE / 10 ** (gainDb / 20)
  const isAudible = (sample: number): boolean => Math.abs(sample) > silence
  const lastPhoneEndMs = phones.findLast(({ phone }) => phone !== 'pau')?.endMs ?? 0
  const firstSoundMs = (Math.max(0, samples.findIndex(isAudible)) * 1000) / sampleRate
  const lastSoundMs = (samples.findLastIndex(isAudible) * 1000) / sampleRate
  return {
    keptFromMs: Math.max(0, firstSoundMs - HEAD_MS * formantFactor),
    keptToMs: Math.min(
      lastSoundMs + LONGEST_TAIL_MS * formantFactor,
      Math.max(lastPhoneEndMs, lastSoundMs) + TAIL_MS * formantFactor,
    ),
  }
}

async function wordTimes(words: readonly SpokenWord[], phones: readonly FlitePhone[]): Promise<SpeechChunk['words']> {
  const pieces = words.flatMap((word, index) => word.pieces.map((piece) => ({ piece, index })))
  const times: WordTime[] = timeWords(phones, await flitePhonesOf(pieces.map(({ piece }) => piece.replace(',', ''))))
  return words.map(({ text }, index) => {
    const first = pieces.findIndex((piece) => piece.index === index)
    const last = pieces.findLastIndex((piece) => piece.index === index)
    return { text, startMs: Math.round(times[first]?.startMs ?? 0), endMs: Math.round(times[last]?.endMs ?? 0) }
  })
}

function fliteText(words: readonly SpokenWord[]): string {
  return words
    .map(({ pieces, pause }, index) => {
      const isLast = index === words.length - 1
      const sign = isLast ? pause.replace(/^$/, ',') : pause === '' ? '' : ','
      return pieces.join(' ') + sign
    })
    .join(' ')
}
