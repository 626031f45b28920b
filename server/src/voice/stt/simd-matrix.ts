import { readFileSync } from 'node:fs'

export const SIMD_STEP = 8
const PAGE_BYTES = 65_536

const CODE = readFileSync(new URL('./wasm/multiply-add.wasm', import.meta.url))

type MultiplyAdd = (matrix: number, vector: number, sums: number, rows: number, rowBytes: number) => void

/**
 * Float arrays in the memory of a small WebAssembly module that multiplies four numbers at a time (SIMD).
 * @param most how many numbers can be allocated in total
 */
export function createSimdMemory(most: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((most * 4) / PAGE_BYTES) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), { e: { memory } })
  const multiplyAdd = exports['multiplyAdd'] as MultiplyAdd
  let free = 0
  return {
    /** The array is filled with zeros. */
    allocate(length: number): Float32Array {
      const part = new Float32Array(memory.buffer, free, length)
      free += Math.ceil(length / 4) * 16
      return part
    },
    /**
     * sums += matrix × vector. All three must be (parts of) arrays allocated here.
     * @param matrix row by row; a row is as long as the vector, whose length is a multiple of `SIMD_STEP`
     */
    multiplyAdd(matrix: Float32Array, vector: Float32Array, sums: Float32Array): void {
      if (vector.length % SIMD_STEP !== 0 || matrix.length !== vector.length * sums.length) {
        throw new RangeError(`${matrix.length} numbers are no ${sums.length} rows of ${vector.length}.`)
      }
      multiplyAdd(matrix.byteOffset, vector.byteOffset, sums.byteOffset, sums.length, vector.length * 4)
    },
  }
}
