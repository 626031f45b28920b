import { constantHex, sizedHex, sizeHex } from './wasm-binary.ts'

/** The acoustic model: a codebook for each phone, three streams of features in each, 128 Gaussians of 13 dimensions. */
const CODEBOOKS = 42
const STREAMS = 3
const DENSITIES = 128
const DIMENSIONS = 13
/** Gaussians side by side in a vector of 128 bits. */
const LANES = 4
const GROUPS = DENSITIES / LANES
const VECTOR_BYTES = 16
/** Looked at first. Three groups in four are out after them, so the rest of their numbers is never read. */
const FIRST_DIMENSIONS = 4
/** A vector of constants, then for each dimension one of means and one of inverse variances. */
const FIRST_BYTES = VECTOR_BYTES * (1 + 2 * FIRST_DIMENSIONS)
const REST_BYTES = VECTOR_BYTES * 2 * (DIMENSIONS - FIRST_DIMENSIONS)
const CODEBOOK_BYTES = GROUPS * (FIRST_BYTES + REST_BYTES)
/** The features, each spread over a vector; a group's likelihoods; a list of the best Gaussians. */
const SCRATCH_BYTES = 1_024

/** Of the C structures of SoundSwallower 0.6.3: where a field lies. */
const ACMOD_MGAU = 28
const MGAU = { functions: 0, gaussians: 12 }
const FUNCTIONS_FRAME_EVAL = 4
const GAUSSIANS = { means: 0, variances: 4, constants: 8, codebooks: 16, streams: 20, densities: 24, lengths: 28 }

/** One dimension more of the group at $at, of which all before it are in $sum. */
function addDimension(dimension: number): string {
  const isFirst = dimension < FIRST_DIMENSIONS
  const mean = isFirst ? VECTOR_BYTES * (1 + 2 * dimension) : VECTOR_BYTES * 2 * (dimension - FIRST_DIMENSIONS)
  const feature = `20 0b  fd 00 04 ${sizeHex(dimension * VECTOR_BYTES)}`
  return [
    `${feature}  20 0f  fd 00 04 ${sizeHex(mean)}  fd e5 01  21 18`, // $away = features[dimension] - means
    `20 16  20 18 20 18 fd e6 01  20 0f fd 00 04 ${sizeHex(mean + VECTOR_BYTES)}`,
    `fd e6 01  fd e5 01  21 16`, // $sum -= $away * $away * inverse variances
  ].join('')
}

const addDimensions = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => addDimension(from + index)).join('')

/**
 * `score` has the parameters of PocketSphinx's `ptm_mgau_frame_eval` ($0 … $6) and calls it at the end. Before, it finds the best
 * Gaussians of each codebook, four at a time, and writes them where that function takes those of the last frame from: it looks
 * through no others when its frames are downsampled (`ds`), and works out the likelihoods of these itself. So
 * what it answers is what it answered without this. V8 does not make vectors of the package's own code.
 */
const CODE = Buffer.from(
  [
    '00 61 73 6d  01 00 00 00', // a WebAssembly module, version 1
    '01',
    sizedHex('01  60 07 7f 7f 7f 7f 7f 7f 7f 01 7f'), // type 0: seven i32, to i32
    '02',
    sizedHex(
      '04',
      '01 65  01 6d  02 00 01', // (import "e" "m" (memory 1))
      '01 65  01 66  00 00', // function 0: (import "e" "f"), of type 0: PocketSphinx's own
      '01 65  01 70  03 7f 00', // global 0: (import "e" "p" i32), the packed Gaussians
      '01 65  01 73  03 7f 00', // global 1: (import "e" "s" i32), the scratch memory
    ),
    '03 02 01 00', // function 1 is of type 0
    '07',
    sizedHex('01  05 73 63 6f 72 65  00 01'), // (export "score" (func 1))
    '0a',
    sizedHex(
      '01',
      sizedHex(
        '03  0e 7f  01 7d  03 7b', // locals: 7 … 20 i32, 21 f32, 22 … 24 v128
        '20 00 28 02 04  20 05  4c  04 40', // if $0.frame_idx <= $frame: not one of the past
        '20 00 28 02 30  21 08', // $8 = $0.n_fast_hist
        '20 00 28 02 28  20 05 20 08 6a 41 01 6b 20 08 6f  41 03 74  6a', // $0.hist[($frame + $8 - 1) % $8]
        '28 02 00 28 02 00 28 02 00  21 07', // $last = its .topn[0][0]: 8 bytes each, Gaussian and score
        '20 00 2e 01 24  21 08', // $n = $0.max_topn
        '23 01  21 0b', // $x = scratch
        '03 40', // loop $stream ($12 = 0, 1, 2)
        '20 04  20 0c 41 02 74  6a  28 02 00  21 0f', // $at = $features[$12]
        '20 0f  41 34 6a  21 12', // $18 = $at + 52: 13 numbers
        '03 40', // loop
        '20 0b  20 0f fd 09 02 00  fd 0b 04 00', // x[0 … 3] = *$at
        '20 0b  41 10 6a  21 0b', // $x += 16
        '20 0f  41 04 6a  22 0f  20 12  49  0d 00', // $at += 4; while $at < $18
        '0b',
        '20 0c  41 01 6a  22 0c  41 03  49  0d 00', // while ++$12 < 3
        '0b',
        '23 01  41 80 05 6a  21 11', // $list = scratch + 640: 8 bytes each, likelihood and Gaussian, the best first
        '20 11  20 08 41 01 6b 41 03 74  6a  21 13', // $worstAt = &list[$n - 1]
        '23 00  21 09', // $codebook = the packed Gaussians
        '03 40', // loop: each stream of each codebook ($10 = 0 … 125)
        '23 01  20 0a 41 03 70 41 d0 01 6c  6a  21 0b', // $x = scratch + $10 % 3 * 208
        '41 00  21 0c', // $12 = 0
        '03 40', // loop
        '20 11  20 0c 41 03 74  6a  21 0f', // $at = &list[$12]
        '20 0f  43 00 00 80 ff  38 02 00', // its likelihood = -Infinity
        '20 0f  20 0c  36 02 04', // its Gaussian = $12
        '20 0c  41 01 6a  22 0c  20 08  49  0d 00', // while ++$12 < $n
        '0b',
        '43 00 00 80 ff  fd 13  21 17', // $worst = -Infinity, four times
        '41 00  21 0e', // $done = 0: a bit for each group
        '41 00  21 0c', // $12 = 0
        '03 40', // loop: the groups of the last frame's best, since they are good, then all
        '02 40', // block $skip
        '20 0c  20 08  6b  21 0d', // $group = $12 - $n
        '20 0d  41 00  48  04 40', // if $group < 0
        '20 07  20 0c 41 03 74  6a  28 02 00  41 02 76  21 0d', // $group = $last[$12].Gaussian >> 2
        '0b',
        '41 01  20 0d  74  21 12', // $18 = 1 << $group
        '20 0e  20 12  71  0d 00', // skip it if $done & $18
        '20 0e  20 12  72  21 0e', // $done |= $18
        `20 09  20 0d 41 ${constantHex(FIRST_BYTES)} 6c  6a  21 0f`, // $at = &first[$group]
        '20 0f fd 00 04 00  21 16', // $sum = the constants
        addDimensions(0, FIRST_DIMENSIONS),
        '20 16  20 17  fd 44  fd 53  45  0d 00', // skip it if none of $sum > $worst
        `20 09  41 ${constantHex(GROUPS * FIRST_BYTES)} 20 0d 41 ${constantHex(REST_BYTES)} 6c 6a  6a  21 0f`, // $at = &rest[$group]
        addDimensions(FIRST_DIMENSIONS, DIMENSIONS),
        '20 16  20 17  fd 44  fd a4 01  22 10  45  0d 00', // $mask = $sum > $worst; skip it if none is
        '23 01  20 16  fd 0b 04 f0 04', // scratch[624 … 639] = $sum
        '03 40', // loop: each lane of $mask
        '02 40', // block $laneDone
        '20 10  68  21 14', // $lane = the lowest
        '23 01  20 14 41 02 74  6a  2a 02 f0 04  21 15', // $likelihood = $sum[$lane]
        '20 15  20 13 2a 02 00  5f  0d 00', // leave $laneDone if $likelihood <= that at $worstAt
        '20 13  21 12', // $18 = $worstAt
        '02 40  03 40', // block $placed, loop
        '20 12  20 11  4d  0d 01', // leave $placed if $18 <= $list
        '20 12  41 08 6b  22 0f  2a 02 00  20 15  60  0d 01', // $at = $18 - 8; leave $placed if it is >= $likelihood
        '20 12  20 0f 29 03 00  37 03 00', // *$18 = *$at
        '20 0f  21 12', // $18 = $at
        '0c 00  0b  0b', // again; end of the loop and of $placed
        '20 12  20 15  38 02 00', // its likelihood = $likelihood
        '20 12  20 0d 41 02 74 20 14 6a  36 02 04', // its Gaussian = $group * 4 + $lane
        '0b',
        '20 10  20 10 41 01 6b  71  22 10  0d 00', // $mask &= $mask - 1; while $mask
        '0b',
        '20 13  fd 09 02 00  21 17', // $worst = the likelihood at $worstAt, four times
        '0b', // end of $skip
        '20 0c  41 01 6a  22 0c  20 08 41 20 6a  49  0d 00', // while ++$12 < $n + 32
        '0b',
        '41 00  21 0c', // $12 = 0
        '03 40', // loop
        '20 07  20 11 20 0c 41 03 74 6a 28 02 04  36 02 00', // $last.Gaussian = list[$12].Gaussian
        '20 07  41 08 6a  21 07', // $last += 8
        '20 0c  41 01 6a  22 0c  20 08  49  0d 00', // while ++$12 < $n
        '0b',
        `20 09  41 ${constantHex(CODEBOOK_BYTES)} 6a  21 09`, // $codebook: the next
        '20 0a  41 01 6a  22 0a  41 fe 00  49  0d 00', // while ++$10 < 126
        '0b',
        '0b', // end of the condition
        '20 00 20 01 20 02 20 03 20 04 20 05 20 06  10 00', // PocketSphinx's own function answers
        '0b',
      ),
    ),
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
)

export interface GaussianMemory {
  memory: WebAssembly.Memory
  /** Of functions that C calls by their address. */
  table: WebAssembly.Table
  malloc: (bytes: number) => number
  free: (address: number) => void
}

/**
 * Lets the decoders of one memory score sounds by vectors, and share the acoustic model's Gaussians: 2 MB for each.
 * @returns takes a decoder's acoustic model, once its Gaussians are read
 */
export function createGaussianScoring({
  memory,
  table,
  malloc,
  free,
}: GaussianMemory): (acousticModel: number) => void {
  let shared: number | undefined
  const at = (address: number): number => new DataView(memory.buffer).getUint32(address, true)

  /** Frees what `ckd_calloc_3d` made. */
  const freeTable = (address: number): void => [at(at(address)), at(address), address].forEach(free)

  /** What was read once more. */
  const freeGaussians = (gaussians: number): void => {
    for (const numbers of [at(gaussians + GAUSSIANS.means), at(gaussians + GAUSSIANS.variances)]) {
      free(at(at(at(numbers))))
      freeTable(numbers)
    }
    freeTable(at(gaussians + GAUSSIANS.constants))
    free(at(gaussians + GAUSSIANS.lengths))
    free(gaussians)
  }

  /** Copies the Gaussians so that those of a group lie side by side. @returns where they and the scratch memory lie */
  const pack = (gaussians: number): { packed: number; scratch: number } => {
    const modelBytes = CODEBOOKS * STREAMS * CODEBOOK_BYTES
    const block = malloc(modelBytes + SCRATCH_BYTES + VECTOR_BYTES)
    if (block === 0) throw new Error('No memory for the acoustic model.')
    const packed = Math.ceil(block / VECTOR_BYTES) * VECTOR_BYTES
    const floats = new Float32Array(memory.buffer)
    let to = packed / 4
    const copy = (first: number, step: number): void => {
      for (let lane = 0; lane < LANES; lane += 1) floats[to++] = floats[first + lane * step] ?? 0
    }
    for (let index = 0; index < CODEBOOKS * STREAMS; index += 1) {
      const [codebook, stream] = [4 * Math.floor(index / STREAMS), 4 * (index % STREAMS)]
      const numbersOf = (field: number): number => at(at(at(gaussians + field) + codebook) + stream)
      const means = at(numbersOf(GAUSSIANS.means)) / 4
      const variances = at(numbersOf(GAUSSIANS.variances)) / 4
      const constants = numbersOf(GAUSSIANS.constants) / 4
      for (const [from, until] of [
        [0, FIRST_DIMENSIONS],
        [FIRST_DIMENSIONS, DIMENSIONS],
      ] as const) {
        for (let density = 0; density < DENSITIES; density += LANES) {
          if (from === 0) copy(constants + density, 1)
          for (let dimension = from; dimension < until; dimension += 1) {
            copy(means + density * DIMENSIONS + dimension, DIMENSIONS)
            copy(variances + density * DIMENSIONS + dimension, DIMENSIONS)
          }
        }
      }
    }
    return { packed, scratch: packed + modelBytes }
  }

  const install = (scoring: number, gaussians: number): void => {
    const { packed, scratch } = pack(gaussians)
    const place = at(at(scoring + MGAU.functions) + FUNCTIONS_FRAME_EVAL)
    const imports = { m: memory, f: table.get(place), p: packed, s: scratch }
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), { e: imports })
    table.set(place, exports['score'])
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
    if (shared === undefined) {
      install(scoring, gaussians)
      shared = gaussians
    } else {
      freeGaussians(gaussians)
      new DataView(memory.buffer).setUint32(scoring + MGAU.gaussians, shared, true)
    }
  }
}
