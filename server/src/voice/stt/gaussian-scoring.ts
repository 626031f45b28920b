import { readFileSync } from 'node:fs'
import { CODEBOOKS, DENSITIES, DIMENSIONS, packGaussians, STREAMS, type Gaussians } from './gaussian-packing.ts'
import { clusterSounds, type SpeechSounds } from './speech-sounds.ts'

/** Offsets of fields in the C structures of SoundSwallower 0.6.3, in bytes. */
const ACMOD_MGAU = 28
const MGAU = { functions: 0, gaussians: 12 }
const FUNCTIONS_FRAME_EVAL = 4
const GAUSSIANS = { means: 0, variances: 4, constants: 8, codebooks: 16, streams: 20, densities: 24, lengths: 28 }

interface GaussianMemory {
  memory: WebAssembly.Memory
  /** The functions that C calls by their address. */
  table: WebAssembly.Table
  malloc: (bytes: number) => number
  free: (address: number) => void
}

const CODE = readFileSync(new URL('./wasm/score-gaussians.wasm', import.meta.url))
/** The scratch memory of `score-gaussians.wat`, with a list of eight Gaussians. */
const SCRATCH_BYTES = 1_328
const ALIGNED_BYTES = 16

/**
 * Lets the decoders of one memory find the best Gaussians by vectors (`score-gaussians.wat`), and share the acoustic model's
 * Gaussians: 2 MB for each.
 * @returns a function to be called with each decoder's acoustic model when its Gaussians have been read; it returns the
 *   sounds that the model knows
 */
export function createGaussianScoring({
  memory,
  table,
  malloc,
  free,
}: GaussianMemory): (acousticModel: number) => SpeechSounds {
  let shared: { gaussians: number; sounds: SpeechSounds } | undefined
  const at = (address: number): number => new DataView(memory.buffer).getUint32(address, true)

  /** Frees what `ckd_calloc_3d` made. */
  const freeTable = (address: number): void => [at(at(address)), at(address), address].forEach(free)

  /** Frees a further copy of the Gaussians, which a decoder read although another one had read them before. */
  const freeGaussians = (gaussians: number): void => {
    for (const numbers of [at(gaussians + GAUSSIANS.means), at(gaussians + GAUSSIANS.variances)]) {
      free(at(at(at(numbers))))
      freeTable(numbers)
    }
    freeTable(at(gaussians + GAUSSIANS.constants))
    free(at(gaussians + GAUSSIANS.lengths))
    free(gaussians)
  }

  /** Reads the Gaussians of one stream of a codebook. */
  const readGaussians = (gaussians: number, codebook: number, stream: number): Gaussians => {
    const numbers = (address: number, count: number) => new Float32Array(memory.buffer, address, count)
    const of = (field: number): number => at(at(at(gaussians + field) + 4 * codebook) + 4 * stream)
    return {
      means: numbers(at(of(GAUSSIANS.means)), DENSITIES * DIMENSIONS),
      inverseVariances: numbers(at(of(GAUSSIANS.variances)), DENSITIES * DIMENSIONS),
      constants: numbers(of(GAUSSIANS.constants), DENSITIES),
    }
  }

  /** Copies numbers into the decoders' memory, and keeps room behind them. @returns where */
  const place = (numbers: Uint8Array, roomBytes = 0): number => {
    const block = malloc(numbers.length + roomBytes + ALIGNED_BYTES)
    if (block === 0) throw new Error('No memory for the acoustic model.')
    const address = Math.ceil(block / ALIGNED_BYTES) * ALIGNED_BYTES
    new Uint8Array(memory.buffer).set(numbers, address)
    return address
  }

  const install = (scoring: number, gaussians: number): SpeechSounds => {
    const all = Array.from({ length: CODEBOOKS * STREAMS }, (_, index) =>
      readGaussians(gaussians, Math.floor(index / STREAMS), index % STREAMS),
    )
    const sounds = clusterSounds(all.filter((_, index) => index % STREAMS === 0))
    const packed = packGaussians(all)
    const entry = at(at(scoring + MGAU.functions) + FUNCTIONS_FRAME_EVAL)
    const imports = {
      memory,
      packageScore: table.get(entry),
      bounds: place(packed.bounds),
      exact: place(packed.exact),
      ranges: place(packed.ranges),
      scratch: place(new Uint8Array(0), SCRATCH_BYTES),
    }
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), { e: imports })
    table.set(entry, exports['score'])
    return sounds
  }

  return (acousticModel) => {
    const scoring = at(acousticModel + ACMOD_MGAU)
    const gaussians = at(scoring + MGAU.gaussians)
    const { codebooks, streams, densities, lengths } = GAUSSIANS
    const shape = [
      at(gaussians + codebooks),
      at(gaussians + streams),
      at(gaussians + densities),
      at(at(gaussians + lengths)),
    ]
    if (String(shape) !== String([CODEBOOKS, STREAMS, DENSITIES, DIMENSIONS])) {
      throw new Error(`The acoustic model has another shape than is known: ${shape.join(', ')}.`)
    }
    if (shared) {
      freeGaussians(gaussians)
      new DataView(memory.buffer).setUint32(scoring + MGAU.gaussians, shared.gaussians, true)
    } else shared = { gaussians, sounds: install(scoring, gaussians) }
    return shared.sounds
  }
}
