import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { VoiceId } from '#contract/voices.ts'
import { createResampler } from '#contract/resample.ts'
import type { SpeechChunk } from '../ports.ts'
import { type FlitePhone, synthesise } from './flite.ts'
import { phonesToMouth } from './phones-to-visemes.ts'
import { fadeEdges, polish } from './polish.ts'
import { flitePhonesOf } from './pronunciation.ts'
import { fliteSettingsOf, VOICE_RECIPES } from './voices.ts'
import { timeWords } from './word-times.ts'
import type { SpokenWord } from './spoken-words.ts'

const HEAD_MS = 12
const TAIL_MS = 50
const LONGEST_TAIL_MS = 70
/** Samples below this amplitude are silence, as is the closure before an initial "p". */
const SILENCE = 0.01
const FADE_MS = 4

/** What to speak in one go, and with which voice. */
export interface ChunkRequest {
  voiceId: VoiceId
  words: SpokenWord[]
  /** Silence before the chunk, so that successive chunks sound like one speech. */
  restMs: number
}

/** Synthesises a chunk: its sound, mouth cues and words, with times from its first sample. */
export async function renderChunk({ voiceId, words, restMs }: ChunkRequest): Promise<SpeechChunk> {
  const recipe = VOICE_RECIPES[voiceId]
  const speech = await synthesise(fliteText(words), fliteSettingsOf(recipe))
  // Resampling as if from another rate shifts the formants. The resampler's delay drops only silence at the end.
  const playedRate = Math.round(speech.sampleRate * recipe.formantFactor)
  const polished = createResampler(playedRate, SAMPLE_RATE_HZ).push(speech.samples)
  polish(polished, SAMPLE_RATE_HZ, recipe)

  const heard = speech.phones.map((phone): FlitePhone => ({
    phone: phone.phone,
    startMs: phone.startMs / recipe.formantFactor,
    endMs: phone.endMs / recipe.formantFactor,
  }))
  const { fromMs, toMs } = soundingPart(polished, heard)
  const sounding = polished.subarray(samplesIn(fromMs), samplesIn(toMs))
  fadeEdges(sounding, samplesIn(FADE_MS))
  const samples = new Float32Array(samplesIn(restMs) + sounding.length)
  samples.set(sounding, samplesIn(restMs))

  const onClock = (ms: number): number => restMs + Math.max(0, ms - fromMs)
  const phones = heard.map(({ phone, startMs, endMs }) => ({ phone, startMs: onClock(startMs), endMs: onClock(endMs) }))
  return { samples, mouth: phonesToMouth(phones), words: await wordTimes(words, phones) }
}

/** The part without the silence that Flite adds at both ends, which a listener would have to wait through. */
function soundingPart(samples: Float32Array, phones: readonly FlitePhone[]): { fromMs: number; toMs: number } {
  const isAudible = (sample: number): boolean => Math.abs(sample) > SILENCE
  const lastPhoneEndMs = phones.findLast(({ phone }) => phone !== 'pau')?.endMs ?? 0
  const firstSoundMs = (Math.max(0, samples.findIndex(isAudible)) * 1000) / SAMPLE_RATE_HZ
  const lastSoundMs = (samples.findLastIndex(isAudible) * 1000) / SAMPLE_RATE_HZ
  return {
    fromMs: Math.max(0, firstSoundMs - HEAD_MS),
    toMs: Math.min(lastSoundMs + LONGEST_TAIL_MS, Math.max(lastPhoneEndMs, lastSoundMs) + TAIL_MS),
  }
}

function samplesIn(ms: number): number {
  return Math.round((ms * SAMPLE_RATE_HZ) / 1000)
}

async function wordTimes(words: readonly SpokenWord[], phones: readonly FlitePhone[]): Promise<SpeechChunk['words']> {
  const pieces = words.flatMap((word, index) => word.pieces.map((piece) => ({ piece, index })))
  const times = timeWords(phones, await flitePhonesOf(pieces.map(({ piece }) => piece.replace(',', ''))))
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

/** Requests to the threads in which Flite runs. */
export type FliteRequest = { do: 'speak'; chunk: ChunkRequest } | { do: 'pronounce'; words: string[] }

export type FliteReply = { did: 'speak'; chunk: SpeechChunk } | { did: 'pronounce'; phones: (readonly string[])[] }
