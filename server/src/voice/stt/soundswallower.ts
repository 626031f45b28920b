import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import createModule, { type Decoder } from 'soundswallower'
import { meanCepstrum } from './cepstral-mean.ts'
import { createGaussianScoring } from './gaussian-scoring.ts'
import { instantiateSoundSwallower } from './soundswallower-binary.ts'
import type { SpeechSounds } from './speech-sounds.ts'

/**
 * The parts of SoundSwallower 0.6.3 (PocketSphinx in WebAssembly) that are used here. Its own types omit the C
 * functions below, so its version is pinned.
 */
export interface SoundSwallower {
  Decoder: new (config: Record<string, string | number | boolean>) => DecoderInternals
  HEAPU8: Uint8Array
  /** Takes a decoder's acoustic model when its Gaussians are read: see `createGaussianScoring`. */
  scoreByVectors(acousticModel: number): SpeechSounds
  _malloc(bytes: number): number
  _decoder_logmath(decoder: number): number
  _logmath_log(logmath: number, value: number): number
  _fsg_model_init(name: number, logmath: number, languageWeight: number, states: number): number
  _fsg_model_word_add(network: number, word: number): number
  _fsg_model_trans_add(network: number, from: number, to: number, logWeight: number, word: number): void
  _fsg_model_null_trans_add(network: number, from: number, to: number, logWeight: number): number
  _fsg_set_states(network: number, start: number, end: number): void
  _decoder_set_fsg(decoder: number, network: number): number
  _free(address: number): void
  _s3file_init(address: number, bytes: number): number
  _s3file_free(file: number): void
  _bin_mdef_read_s3file(file: number, isContextIndependent: boolean): number
  _set_mdef(decoder: number, definition: number): void
  _load_gmm(decoder: number, means: number, variances: number, mixtureWeights: number, sendump: number): number
}

interface DecoderInternals extends Decoder {
  cdecoder: number
  cacmod: number
  load_mdef(): Promise<number>
  load_gmm(means: string, variances: string, sendump: string): Promise<void>
}

/**
 * The word sequences that a decoder accepts: paths of steps from the start to the end. A step may be followed by at
 * most one free step.
 */
export interface WordNetwork {
  states: number
  start: number
  end: number
  /** Weights are 0…1; a larger one is more probable. */
  steps: { from: number; to: number; word: string; weight: number }[]
  /** Transitions without a word. */
  free: { from: number; to: number; weight: number }[]
}

export interface NetworkDecoder extends Decoder {
  /** Sets the network to recognise from now on. All of its words must be in the decoder's dictionary. */
  setNetwork(network: WordNetwork): void
  /**
   * Measures voice and microphone while nothing is being decoded: see `meanCepstrum`.
   * @param samples 16 kHz
   */
  measureMean(samples: Float32Array, known: readonly number[] | undefined): Promise<readonly number[] | undefined>
}

/**
 * Only in the first frame of an utterance does the package's own code look through all Gaussians: `scoreByVectors` has
 * found the best of each further one. Longer than any utterance, in frames.
 */
const DOWNSAMPLED = 30_000

const packageFolder = dirname(createRequire(import.meta.url).resolve('soundswallower'))
/** The acoustic model of American English. */
const MODEL_FOLDER = join(packageFolder, 'model', 'en-us')
export const DICTIONARY_FILE = join(MODEL_FOLDER, 'dict.txt')

/** Creates an instance with its own memory, in about 20 ms. */
export async function loadSoundSwallower(): Promise<SoundSwallower> {
  // Emscripten installs process-wide handlers for uncaught errors, which are removed again below.
  const uncaught = new Set(process.listeners('uncaughtException'))
  const unhandled = new Set(process.listeners('unhandledRejection'))
  const load = createModule as unknown as (options: object) => Promise<SoundSwallower>
  let inner: ReturnType<typeof instantiateSoundSwallower> | undefined
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => {
    inner = instantiateSoundSwallower(readFileSync(join(packageFolder, 'soundswallower.node.wasm')), imports)
    receive(inner.instance)
    return inner.instance.exports
  }
  const soundSwallower = await load({ modelBase: `${dirname(MODEL_FOLDER)}/`, instantiateWasm })
  if (!inner) throw new Error('The recogniser was not instantiated.')
  soundSwallower.scoreByVectors = createGaussianScoring({
    ...inner,
    malloc: (bytes) => soundSwallower._malloc(bytes),
    free: (address) => soundSwallower._free(address),
  })
  for (const listener of process.listeners('uncaughtException')) {
    if (!uncaught.has(listener)) process.removeListener('uncaughtException', listener)
  }
  for (const listener of process.listeners('unhandledRejection')) {
    if (!unhandled.has(listener)) process.removeListener('unhandledRejection', listener)
  }
  return soundSwallower
}

export interface DecoderFactory {
  /** A decoder without words or grammar. It takes 1 MB and 15 ms; the package's own takes 30 MB and 150 ms. */
  create(): Promise<NetworkDecoder>
}

/**
 * Makes decoders that share all read-only data: the acoustic model and its phone definitions. Their
 * dictionary is empty. Never delete one, since that would free the shared data.
 * @param config PocketSphinx's parameters, such as beams
 */
export function createDecoderFactory(
  soundSwallower: SoundSwallower,
  config: Record<string, string | number | boolean>,
): DecoderFactory {
  const blobs = new Map<string, { address: number; bytes: number }>()
  let definition: number | undefined

  const openShared = (path: string): number => {
    let blob = blobs.get(path)
    if (!blob) {
      const content = readFileSync(path)
      blob = { address: soundSwallower._malloc(content.length + 1), bytes: content.length }
      if (blob.address === 0) throw new Error(`No memory for ${path}.`)
      // HEAPU8 must be read after the allocation, which may have replaced it.
      soundSwallower.HEAPU8.set(content, blob.address)
      soundSwallower.HEAPU8[blob.address + blob.bytes] = 0
      blobs.set(path, blob)
    }
    return soundSwallower._s3file_init(blob.address, blob.bytes)
  }

  /** Passes a text to a C function that copies it. */
  const withText = (text: string, use: (address: number) => number): number => {
    const bytes = Buffer.from(`${text}\0`)
    const address = soundSwallower._malloc(bytes.length)
    soundSwallower.HEAPU8.set(bytes, address)
    const result = use(address)
    soundSwallower._free(address)
    return result
  }

  class LeanDecoder extends soundSwallower.Decoder implements NetworkDecoder {
    #sounds: SpeechSounds | undefined

    override async load_mdef(): Promise<number> {
      if (definition === undefined) {
        const file = openShared(join(MODEL_FOLDER, 'mdef'))
        definition = soundSwallower._bin_mdef_read_s3file(file, false)
        soundSwallower._s3file_free(file)
        if (definition === 0) throw new Error("The acoustic model's phone definitions can't be read.")
      }
      soundSwallower._set_mdef(this.cdecoder, definition)
      return definition
    }

    override async load_gmm(means: string, variances: string, sendump: string): Promise<void> {
      const [meansFile, variancesFile, sendumpFile] = [openShared(means), openShared(variances), openShared(sendump)]
      if (soundSwallower._load_gmm(this.cdecoder, meansFile, variancesFile, 0, sendumpFile) < 0) {
        throw new Error("The acoustic model can't be read.")
      }
      this.#sounds = soundSwallower.scoreByVectors(this.cacmod)
    }

    async measureMean(
      samples: Float32Array,
      known: readonly number[] | undefined,
    ): Promise<readonly number[] | undefined> {
      // Resets the front end, which otherwise keeps traces of the previous speaker.
      await this.reinitialize_audio()
      return this.#sounds && meanCepstrum(this.spectrogram(samples), this.#sounds, known)
    }

    setNetwork(network: WordNetwork): void {
      const logmath = soundSwallower._decoder_logmath(this.cdecoder)
      const languageWeight = Number(this.get_config('lw'))
      const model = withText('phrases', (name) =>
        soundSwallower._fsg_model_init(name, logmath, languageWeight, network.states),
      )
      const costOf = (weight: number): number =>
        Math.trunc(soundSwallower._logmath_log(logmath, weight) * languageWeight)
      const words = new Map<string, number>()
      for (const { from, to, word, weight } of network.steps) {
        const known = words.get(word)
        const id = known ?? withText(word, (text) => soundSwallower._fsg_model_word_add(model, text))
        words.set(word, id)
        soundSwallower._fsg_model_trans_add(model, from, to, costOf(weight), id)
      }
      for (const { from, to, weight } of network.free) {
        soundSwallower._fsg_model_null_trans_add(model, from, to, costOf(weight))
      }
      soundSwallower._fsg_set_states(model, network.start, network.end)
      // The decoder takes ownership of the model and frees its previous one.
      if (soundSwallower._decoder_set_fsg(this.cdecoder, model) < 0)
        throw new Error('A word of the network is unknown.')
    }
  }

  return {
    create: async () => {
      // The package treats a missing dictionary as an empty one.
      const dict = join(MODEL_FOLDER, 'no-dictionary')
      const decoder = new LeanDecoder({ samprate: 16_000, loglevel: 'FATAL', dict, ds: DOWNSAMPLED, ...config })
      await decoder.initialize()
      return decoder
    },
  }
}
