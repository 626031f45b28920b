import { joinSamples } from '../audio/pcm16.ts'
import type { Progress } from '../ports.ts'
import { readHypothesis, type CompiledGrammar } from './phrase-grammar.ts'
import { createProgressJudge, type ProgressJudge } from './phrase-progress.ts'
import type { DecoderFactory, NetworkDecoder } from './soundswallower.ts'

/** How much of a sentence is collected before decoding begins, unless its speaker pauses: enough to measure its mean. */
export const FIRST_SAMPLES = 0.75 * 16_000
/** The most that is decoded in one go (half a second of audio, some 10 ms), because other callers' requests wait meanwhile. */
const MOST_AT_ONCE_SAMPLES = 8_000
/** Noise of ±4 of 32768. Digital silence has no logarithm, and the decoder takes frames without energy for speech. */
const COMFORT_NOISE = 4 / 32_768
/** The seed of the comfort noise; the same for each utterance. */
const SEED = 12_345
const FRAMES_PER_SECOND = 100
/** The decoder divides the logarithms of its likelihoods by about this. */
const LIKELIHOOD_SCALE = 1_000
/** Entries of an alignment that are not words: pauses and transitions without a sound. */
const NO_WORDS = new Set(['<sil>', '(NULL)'])
const NEUTRAL_MEAN = '40,3,-1'

/** A decoder that recognises one stretch of speech after another. */
export interface DecoderSlot {
  /** Sets a grammar: about 10 ms, or nothing if the decoder has it already. */
  prepare(grammar: CompiledGrammar): void
  /** @param voice the mean cepstrum of the caller's earlier turns, because a short turn is not enough to measure it */
  begin(grammar: CompiledGrammar, voice?: readonly number[]): void
  /** Adds audio, if any, and decodes part of what is waiting. @returns whether more waits and can be decoded already */
  write(samples?: Float32Array): Promise<boolean>
  /** Judges the words so far. Undefined while audio is still waiting to be decoded: ask again. */
  progress(): Promise<Progress | undefined>
  /** The result. Undefined while audio is still waiting to be decoded: ask again. */
  finish(): Promise<SlotHeard | undefined>
  /** Discards the current speech, if any. */
  abandon(): void
}

export interface SlotHeard {
  text: string
  understood: boolean
  /** How badly single words fit the sound (see `HeardWords`); 0 for phrases. */
  strangeness: number
  /** The mean cepstrum of this speech. */
  voice: readonly number[] | undefined
}

export async function createDecoderSlot(factory: DecoderFactory): Promise<DecoderSlot> {
  const decoder = await factory.create()
  const known = new Set<string>()
  let grammar: CompiledGrammar | undefined
  let judge: ProgressJudge | undefined
  /** All audio of the current speech; undefined between stretches of speech. */
  let heard: Float32Array[] | undefined
  let heardSamples = 0
  let decoding: Decoding | undefined
  let earlier: readonly number[] | undefined
  let seed = SEED

  const withComfortNoise = (samples: Float32Array): Float32Array => {
    for (let index = 0; index < samples.length; index += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      samples[index] = (samples[index] ?? 0) + COMFORT_NOISE * (seed / 0x4000_0000 - 1)
    }
    return samples
  }

  const startDecoding = async (): Promise<void> => {
    if (!heard || decoding) return
    const mean = heardSamples > 0 ? await decoder.measureMean(joinSamples(heard), earlier) : undefined
    decoder.set_config('cmninit', mean?.map((value) => value.toFixed(3)).join(',') ?? NEUTRAL_MEAN)
    await decoder.reinitialize_audio()
    decoder.start()
    decoding = { mean, meanSamples: heardSamples, waiting: [...heard] }
  }

  const stopDecoding = (): void => {
    if (decoding) decoder.stop()
    decoding = undefined
  }

  /** @returns whether all waiting audio is decoded */
  const decodeSome = ({ waiting }: Decoding): boolean => {
    let decoded = 0
    for (let piece = waiting[0]; piece; piece = waiting[0]) {
      const part = piece.subarray(0, MOST_AT_ONCE_SAMPLES - decoded)
      if (part.length === 0) return false
      if (part.length < piece.length) waiting[0] = piece.subarray(part.length)
      else waiting.shift()
      decoded += part.length
      decoder.process_audio(part)
    }
    return true
  }

  const prepare = (wanted: CompiledGrammar): void => {
    if (grammar?.id === wanted.id) return
    // Cleared first: if a step below fails, the decoder no longer has the previous grammar.
    grammar = undefined
    judge = undefined
    const missing = wanted.words.filter(([word]) => !known.has(word))
    if (missing.length > 0) decoder.add_words(...missing)
    for (const [word] of missing) known.add(word)
    // The decoder reads this parameter when a network is set.
    decoder.set_config('silprob', wanted.pauseWeight)
    decoder.set_config('maxhmmpf', wanted.mostActive)
    decoder.setNetwork(wanted.network)
    grammar = wanted
  }

  const abandon = (): void => {
    heard = undefined
    stopDecoding()
  }

  return {
    prepare,
    abandon,
    begin: (wanted, voice) => {
      abandon()
      earlier = voice
      prepare(wanted)
      heard = []
      heardSamples = 0
      // The same noise for each utterance, so that results do not depend on earlier ones.
      seed = SEED
    },
    write: async (samples) => {
      if (!heard) return false
      if (samples) {
        withComfortNoise(samples)
        heard.push(samples)
        heardSamples += samples.length
        decoding?.waiting.push(samples)
      }
      if (heardSamples < FIRST_SAMPLES) return false
      await startDecoding()
      return decoding !== undefined && !decodeSome(decoding)
    },
    progress: async () => {
      if (grammar?.kind !== 'phrases') return 'unknown'
      await startDecoding()
      if (!decoding) return 'unknown'
      if (!decodeSome(decoding)) return undefined
      judge ??= createProgressJudge(grammar.network)
      return judge(decoder.get_text())
    },
    finish: async () => {
      await startDecoding()
      if (!decoding) return { text: '', understood: false, strangeness: 0, voice: undefined }
      if (!decodeSome(decoding)) return undefined
      const { mean, meanSamples } = decoding
      stopDecoding()
      const result = readHypothesis(decoder.get_text(), grammar?.kind)
      const strangeness = strangenessOf(decoder)
      const voice = heard && heardSamples > meanSamples ? await decoder.measureMean(joinSamples(heard), earlier) : mean
      heard = undefined
      return { ...result, strangeness, voice }
    },
  }
}

interface Decoding {
  /** The mean cepstrum that is used. */
  mean: readonly number[] | undefined
  /** The length of the audio that the mean was measured on. */
  meanSamples: number
  /** Audio that is not decoded yet. */
  waiting: Float32Array[]
}

/** The decoder gives each frame's likelihood relative to its best sound, so the words' likelihoods show how well they fit. */
function strangenessOf(decoder: NetworkDecoder): number {
  const words = decoder.get_alignment().w?.filter(({ t: word }) => !NO_WORDS.has(word)) ?? []
  const frames = words.reduce((sum, { d: seconds }) => sum + seconds * FRAMES_PER_SECOND, 0)
  return (
    words.reduce((sum, { p: likelihood }) => sum - LIKELIHOOD_SCALE * Math.log(likelihood), 0) / Math.max(1, frames)
  )
}
