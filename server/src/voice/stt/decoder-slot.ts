import { joinSamples } from '../audio/pcm16.ts'
import type { Progress } from '../ports.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'
import { readHypothesis } from './phrase-grammar.ts'
import { meanCepstrum } from './cepstral-mean.ts'
import { createProgressJudge, type ProgressJudge } from './phrase-progress.ts'
import type { DecoderFactory, NetworkDecoder } from './soundswallower.ts'

/**
 * How much is heard before decoding starts: enough to know the microphone and the voice (see `meanCepstrum`). The mean of
 * one second is as far from that of the whole sentence as any other speaker's mean is, that of two seconds half as far.
 */
const LISTEN_FIRST_SAMPLES = 32_000
/** Decoding that began earlier, in a pause, begins anew when so many times the sound is known. */
const MUCH_MORE = 1.4
/** Decoded at a stretch, 200 ms of sound: other callers' requests wait meanwhile. */
const MOST_AT_ONCE_SAMPLES = 3_200
/** ±4 of 32768. Digital silence has no logarithm, and the decoder takes frames without energy for speech. */
const COMFORT_NOISE = 4 / 32_768
/** Where the comfort noise of each utterance begins. */
const SEED = 12_345
const FRAMES_PER_SECOND = 100
/** The logarithms of its likelihoods come divided by about as much. */
const LIKELIHOOD_SCALE = 1_000
/** Pauses, and steps without a sound. */
const NO_WORDS = new Set(['<sil>', '(NULL)'])
const NEUTRAL_MEAN = '40,3,-1'

/** One decoder, lent to one stretch of speech after the other. */
export interface DecoderSlot {
  /** Makes the decoder ready for a grammar: about 10 ms, nothing where it has it already. */
  prepare(grammar: CompiledGrammar): void
  begin(grammar: CompiledGrammar): void
  /** Decodes this and some of what has gathered. */
  write(samples: Float32Array): Promise<void>
  /** What the words so far can be. Undefined while there is more to decode: to be asked again. */
  progress(): Promise<Progress | undefined>
  /** Undefined while there is more to decode: to be asked again. */
  finish(): Promise<SlotHeard | undefined>
  /** Forgets what was said. Also right when nothing is going on. */
  abandon(): void
}

export interface SlotHeard {
  text: string
  understood: boolean
  /** How far the mean that was decoded with is from that of all that was heard: root mean square over the cepstrum. */
  meanDrift: number
  /** How much less likely the words are than the best sounds of any kind, per frame; 0 for phrases. See `HeardWords`. */
  strangeness: number
}

export async function createDecoderSlot(factory: DecoderFactory): Promise<DecoderSlot> {
  const decoder = await factory.create()
  const known = new Set<string>()
  let grammar: CompiledGrammar | undefined
  let judge: ProgressJudge | undefined
  /** All that was said; undefined while nothing is listened to. */
  let heard: Float32Array[] | undefined
  let heardSamples = 0
  let decoding: Decoding | undefined
  let seed = SEED

  const withComfortNoise = (samples: Float32Array): Float32Array => {
    for (let index = 0; index < samples.length; index += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      samples[index] = (samples[index] ?? 0) + COMFORT_NOISE * (seed / 0x4000_0000 - 1)
    }
    return samples
  }

  /** Begins with what was said first, unless the mean of so much is known already. */
  const startDecoding = async (): Promise<void> => {
    if (!heard) return
    if (decoding) {
      const { meanSamples } = decoding
      if (meanSamples >= LISTEN_FIRST_SAMPLES || heardSamples < meanSamples * MUCH_MORE) return
      stopDecoding()
    }
    const mean = heardSamples > 0 ? await measureMean(decoder, joinSamples(heard)) : undefined
    decoder.set_config('cmninit', mean?.map((value) => value.toFixed(3)).join(',') ?? NEUTRAL_MEAN)
    await decoder.reinitialize_audio()
    decoder.start()
    decoding = { mean, meanSamples: heardSamples, waiting: [...heard] }
  }

  const stopDecoding = (): void => {
    if (decoding) decoder.stop()
    decoding = undefined
  }

  /** @returns whether that was all */
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
    // A failure half way must not leave the last grammar's name on a decoder that no longer has it.
    grammar = undefined
    judge = undefined
    const missing = wanted.words.filter(([word]) => !known.has(word))
    if (missing.length > 0) decoder.add_words(...missing)
    for (const [word] of missing) known.add(word)
    // Read when a network is set.
    decoder.set_config('silprob', wanted.pauseWeight)
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
    begin: (wanted) => {
      abandon()
      prepare(wanted)
      heard = []
      heardSamples = 0
      // The same for each utterance: what is heard must not depend on what was said before.
      seed = SEED
    },
    write: async (samples) => {
      if (!heard) return
      withComfortNoise(samples)
      heard.push(samples)
      heardSamples += samples.length
      decoding?.waiting.push(samples)
      if (heardSamples < LISTEN_FIRST_SAMPLES) return
      await startDecoding()
      if (decoding) decodeSome(decoding)
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
      if (!decoding) return { text: '', understood: false, meanDrift: 0, strangeness: 0 }
      if (!decodeSome(decoding)) return undefined
      const { mean, meanSamples } = decoding
      stopDecoding()
      const result = readHypothesis(decoder.get_text(), grammar?.kind)
      const strangeness = grammar?.kind === 'words' ? strangenessOf(decoder) : 0
      const whole = heard && heardSamples > meanSamples ? await measureMean(decoder, joinSamples(heard)) : mean
      heard = undefined
      return { ...result, meanDrift: distance(mean, whole), strangeness }
    },
  }
}

interface Decoding {
  mean: number[] | undefined
  /** Of how much sound the mean is. */
  meanSamples: number
  /** Said and not yet decoded. */
  waiting: Float32Array[]
}

/** The decoder counts each frame's likelihood from that of its best sound, so a word's own says how well it fits. */
function strangenessOf(decoder: NetworkDecoder): number {
  const words = decoder.get_alignment().w?.filter(({ t: word }) => !NO_WORDS.has(word)) ?? []
  const frames = words.reduce((sum, { d: seconds }) => sum + seconds * FRAMES_PER_SECOND, 0)
  return (
    words.reduce((sum, { p: likelihood }) => sum - LIKELIHOOD_SCALE * Math.log(likelihood), 0) / Math.max(1, frames)
  )
}

function distance(left: readonly number[] | undefined, right: readonly number[] | undefined): number {
  if (!left || !right) return 0
  return Math.sqrt(left.reduce((sum, value, index) => sum + (value - (right[index] ?? 0)) ** 2, 0) / left.length)
}

async function measureMean(decoder: NetworkDecoder, samples: Float32Array): Promise<number[] | undefined> {
  // The front end keeps traces of the last speaker, which a new one does not.
  await decoder.reinitialize_audio()
  return meanCepstrum(decoder.spectrogram(samples))
}
