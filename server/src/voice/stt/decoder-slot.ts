import type { CompiledGrammar } from './phrase-grammar.ts'
import { readHypothesis } from './phrase-grammar.ts'
import { meanCepstrum } from './cepstral-mean.ts'
import type { DecoderFactory, NetworkDecoder } from './soundswallower.ts'

/** How much is heard before decoding starts: enough to know the microphone and the voice (see `meanCepstrum`). */
const LISTEN_FIRST_SAMPLES = 16_000
/** ±4 of 32768. Digital silence has no logarithm, and the decoder takes frames without energy for speech. */
const COMFORT_NOISE = 4 / 32_768
const NEUTRAL_MEAN = '40,3,-1'

/** One decoder, lent to one stretch of speech after the other. */
export interface DecoderSlot {
  /** Makes the decoder ready for a grammar: about 10 ms, nothing where it has it already. */
  prepare(grammar: CompiledGrammar): void
  begin(grammar: CompiledGrammar): void
  write(samples: Float32Array): Promise<void>
  finish(): Promise<{ text: string; understood: boolean }>
  /** Forgets what was said. Also right when nothing is going on. */
  abandon(): void
}

export async function createDecoderSlot(factory: DecoderFactory): Promise<DecoderSlot> {
  const decoder = await factory.create()
  const known = new Set<string>()
  let grammarId: string | undefined
  /** Heard before decoding started; undefined once it has. */
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
    if (!held) return
    const samples = concatenate(held.pieces, held.samples)
    held = undefined
    const mean = samples.length > 0 ? await measureMean(decoder, samples) : undefined
    decoder.set_config('cmninit', mean?.map((value) => value.toFixed(3)).join(',') ?? NEUTRAL_MEAN)
    await decoder.reinitialize_audio()
    decoder.start()
    isDecoding = true
    if (samples.length > 0) decoder.process_audio(samples)
  }

  const prepare = (grammar: CompiledGrammar): void => {
    if (grammarId === grammar.id) return
    // A failure half way must not leave the last grammar's name on a decoder that no longer has it.
    grammarId = undefined
    const missing = grammar.words.filter(([word]) => !known.has(word))
    if (missing.length > 0) decoder.add_words(...missing)
    for (const [word] of missing) known.add(word)
    decoder.setNetwork(grammar.network)
    grammarId = grammar.id
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
    begin: (grammar) => {
      abandon()
      prepare(grammar)
      held = { pieces: [], samples: 0 }
    },
    write: async (samples) => {
      withComfortNoise(samples)
      if (isDecoding) {
        decoder.process_audio(samples)
      } else if (held) {
        held.pieces.push(samples)
        held.samples += samples.length
        if (held.samples >= LISTEN_FIRST_SAMPLES) await startDecoding()
      }
    },
    finish: async () => {
      await startDecoding()
      if (!isDecoding) return { text: '', understood: false }
      isDecoding = false
      decoder.stop()
      return readHypothesis(decoder.get_text())
    },
  }
}

async function measureMean(decoder: NetworkDecoder, samples: Float32Array): Promise<number[] | undefined> {
  // The front end keeps traces of the last speaker, which a new one does not.
  await decoder.reinitialize_audio()
  return meanCepstrum(decoder.spectrogram(samples))
}

function concatenate(pieces: readonly Float32Array[], length: number): Float32Array {
  const whole = new Float32Array(length)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
