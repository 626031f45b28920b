import { joinSamples } from '../audio/pcm16.ts'
import type { Progress } from '../ports.ts'
import type { CompiledGrammar } from './phrase-grammar.ts'
import { readHypothesis } from './phrase-grammar.ts'
import { meanCepstrum } from './cepstral-mean.ts'
import { createProgressJudge, type ProgressJudge } from './phrase-progress.ts'
import type { DecoderFactory, NetworkDecoder } from './soundswallower.ts'

/** How much is heard before decoding starts: enough to know the microphone and the voice (see `meanCepstrum`). */
const LISTEN_FIRST_SAMPLES = 16_000
/** Decoded at a stretch, 200 ms of sound: other callers' requests wait meanwhile. */
const MOST_AT_ONCE_SAMPLES = 3_200
/** ±4 of 32768. Digital silence has no logarithm, and the decoder takes frames without energy for speech. */
const COMFORT_NOISE = 4 / 32_768
const NEUTRAL_MEAN = '40,3,-1'

/** One decoder, lent to one stretch of speech after the other. */
export interface DecoderSlot {
  /** Makes the decoder ready for a grammar: about 10 ms, nothing where it has it already. */
  prepare(grammar: CompiledGrammar): void
  begin(grammar: CompiledGrammar): void
  /** Decodes this and some of what has gathered. */
  write(samples: Float32Array): Promise<void>
  /** What the words so far can be; unknown while some of what was heard waits to be decoded. */
  progress(): Progress
  /** Undefined while there is more to decode: to be asked again. */
  finish(): Promise<{ text: string; understood: boolean } | undefined>
  /** Forgets what was said. Also right when nothing is going on. */
  abandon(): void
}

export async function createDecoderSlot(factory: DecoderFactory): Promise<DecoderSlot> {
  const decoder = await factory.create()
  const known = new Set<string>()
  let grammar: CompiledGrammar | undefined
  let judge: ProgressJudge | undefined
  const ownPauseWeight = decoder.get_config('silprob')
  /** Heard and not yet decoded; undefined while nothing is listened to. */
  let held: { pieces: Float32Array[]; samples: number } | undefined
  let isDecoding = false
  let seed = 1

  const withComfortNoise = (samples: Float32Array): Float32Array => {
    for (let index = 0; index < samples.length; index += 1) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
      samples[index] = (samples[index] ?? 0) + COMFORT_NOISE * (seed / 0x4000_0000 - 1)
    }
    return samples
  }

  const startDecoding = async (): Promise<void> => {
    if (!held || isDecoding) return
    const samples = joinSamples(held.pieces)
    const mean = samples.length > 0 ? await measureMean(decoder, samples) : undefined
    decoder.set_config('cmninit', mean?.map((value) => value.toFixed(3)).join(',') ?? NEUTRAL_MEAN)
    await decoder.reinitialize_audio()
    decoder.start()
    isDecoding = true
  }

  /** @returns whether that was all */
  const decodeSome = (): boolean => {
    const waiting = held
    if (!waiting) return true
    let decoded = 0
    for (let piece = waiting.pieces[0]; piece; piece = waiting.pieces[0]) {
      const part = piece.subarray(0, MOST_AT_ONCE_SAMPLES - decoded)
      if (part.length === 0) return false
      if (part.length < piece.length) waiting.pieces[0] = piece.subarray(part.length)
      else waiting.pieces.shift()
      waiting.samples -= part.length
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
    decoder.set_config('silprob', wanted.pauseWeight ?? ownPauseWeight)
    decoder.setNetwork(wanted.network)
    grammar = wanted
  }

  const abandon = (): void => {
    held = undefined
    if (!isDecoding) return
    isDecoding = false
    decoder.stop()
  }

  return {
    prepare,
    abandon,
    begin: (wanted) => {
      abandon()
      prepare(wanted)
      held = { pieces: [], samples: 0 }
    },
    write: async (samples) => {
      if (!held) return
      withComfortNoise(samples)
      held.pieces.push(samples)
      held.samples += samples.length
      if (!isDecoding && held.samples >= LISTEN_FIRST_SAMPLES) await startDecoding()
      if (isDecoding) decodeSome()
    },
    progress: () => {
      if (grammar?.kind !== 'phrases' || !isDecoding || !decodeSome()) return 'unknown'
      judge ??= createProgressJudge(grammar.network)
      return judge(decoder.get_text())
    },
    finish: async () => {
      await startDecoding()
      if (!isDecoding) return { text: '', understood: false }
      if (!decodeSome()) return undefined
      held = undefined
      isDecoding = false
      decoder.stop()
      return readHypothesis(decoder.get_text(), grammar?.kind)
    },
  }
}

async function measureMean(decoder: NetworkDecoder, samples: Float32Array): Promise<number[] | undefined> {
  // The front end keeps traces of the last speaker, which a new one does not.
  await decoder.reinitialize_audio()
  return meanCepstrum(decoder.spectrogram(samples))
}
