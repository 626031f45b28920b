import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import createModule, { type Decoder, type Endpointer as PublicEndpointer } from 'soundswallower'

/**
 * SoundSwallower (PocketSphinx in WebAssembly), as much of version 0.6.3 as is used here. Its own types leave out the
 * C functions that its JavaScript is built on; some of them are needed here, so that version is pinned.
 */
export interface SoundSwallower {
  Decoder: new (config: Record<string, string | number | boolean>) => DecoderInternals
  Endpointer: new (options: EndpointerOptions) => Endpointer
  HEAPU8: Uint8Array
  HEAP16: Int16Array
  _malloc(bytes: number): number
  _endpointer_process(endpointer: number, frame: number): number
  _s3file_init(address: number, bytes: number): number
  _s3file_free(file: number): void
  _bin_mdef_read_s3file(file: number, isContextIndependent: boolean): number
  _set_mdef(decoder: number, definition: number): void
  _load_gmm(decoder: number, means: number, variances: number, mixtureWeights: number, sendump: number): number
}

export interface EndpointerOptions {
  samprate: number
  /** Seconds: 0.01, 0.02 or 0.03. */
  frame_length: number
  /** How sure it must be that a frame is speech, 0 (loose) to 3 (strict). */
  mode: number
  /** Seconds over which frames are counted. */
  window: number
  /** Share of the window that must be speech to begin, and silence to end. */
  ratio: number
}

interface DecoderInternals extends Decoder {
  cdecoder: number
  load_mdef(): Promise<number>
  load_gmm(means: string, variances: string, sendump: string): Promise<void>
}

export interface Endpointer extends PublicEndpointer {
  cep: number
}

export type { Decoder }

const packageFolder = dirname(createRequire(import.meta.url).resolve('soundswallower'))
/** The acoustic model of American English. */
const MODEL_FOLDER = join(packageFolder, 'model', 'en-us')
export const DICTIONARY_FILE = join(MODEL_FOLDER, 'dict.txt')

/** A fresh instance with memory of its own. Takes about 20 ms. */
export async function loadSoundSwallower(): Promise<SoundSwallower> {
  // Emscripten takes over the process's last-resort error handlers, and those are not its to take.
  const uncaught = new Set(process.listeners('uncaughtException'))
  const unhandled = new Set(process.listeners('unhandledRejection'))
  const load = createModule as unknown as (options: object) => Promise<SoundSwallower>
  const soundSwallower = await load({ modelBase: `${dirname(MODEL_FOLDER)}/` })
  for (const listener of process.listeners('uncaughtException')) {
    if (!uncaught.has(listener)) process.removeListener('uncaughtException', listener)
  }
  for (const listener of process.listeners('unhandledRejection')) {
    if (!unhandled.has(listener)) process.removeListener('unhandledRejection', listener)
  }
  return soundSwallower
}

export interface DecoderFactory {
  /** A decoder with no words and no grammar yet: 3 MB and 15 ms, where the package's own takes 30 MB and 150 ms. */
  create(): Promise<Decoder>
}

/**
 * Makes decoders that share what they only read: the files of the acoustic model and its phone definitions. They start
 * with an empty dictionary. They must never be deleted, since deleting one would free what the others share.
 * @param config PocketSphinx's parameters, such as beams.
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
      // HEAPU8 is read after the allocation, which may have replaced it by a larger one.
      soundSwallower.HEAPU8.set(content, blob.address)
      soundSwallower.HEAPU8[blob.address + blob.bytes] = 0
      blobs.set(path, blob)
    }
    return soundSwallower._s3file_init(blob.address, blob.bytes)
  }

  class LeanDecoder extends soundSwallower.Decoder {
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
    }
  }

  return {
    create: async () => {
      // The package takes a dictionary that isn't there for an empty one.
      const dict = join(MODEL_FOLDER, 'no-dictionary')
      const decoder = new LeanDecoder({ samprate: 16_000, loglevel: 'FATAL', dict, ...config })
      await decoder.initialize()
      return decoder
    },
  }
}
