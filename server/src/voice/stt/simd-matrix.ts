/** Float arrays in the memory of a small WebAssembly module that multiplies four numbers at a time (SIMD). */
export interface SimdMemory {
  /** The array is filled with zeros. */
  allocate(length: number): Float32Array
  /**
   * sums += matrix × vector. All three must be (parts of) arrays allocated here.
   * @param matrix row by row; a row is as long as the vector, whose length is a multiple of `SIMD_STEP`
   */
  multiplyAdd(matrix: Float32Array, vector: Float32Array, sums: Float32Array): void
}

export const SIMD_STEP = 8
const PAGE_BYTES = 65_536

/**
 * `multiply($matrix, $vector, $sums, $rows, $bytes)`: three addresses, the number of rows, and the bytes of a row. V8
 * itself multiplies the numbers of a Float32Array one by one, which takes six times as long; a test compares the two.
 */
const CODE = Buffer.from(
  [
    '00 61 73 6d  01 00 00 00', // a WebAssembly module, version 1
    '01 09 01  60 05 7f 7f 7f 7f 7f 00', // type 0: (param i32 i32 i32 i32 i32)
    '02 08 01  01 65  01 6d  02 00 01', // (import "e" "m" (memory 1))
    '03 02 01  00', // function 0 is of type 0
    '07 0c 01  08 6d 75 6c 74 69 70 6c 79  00 00', // (export "multiply" (func 0))
    '0a ba 01 01  b7 01', // the code of one function, 183 bytes
    '02  02 7f  02 7b', // (local $at i32) (local $end i32) (local $a v128) (local $b v128)
    '03 40', // loop $row
    'fd 0c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  21 07', // $a = 0
    'fd 0c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  21 08', // $b = 0
    '20 01  21 05', // $at = $vector
    '20 01  20 04  6a  21 06', // $end = $vector + $bytes
    '03 40', // loop $column
    '20 07  20 00 fd 00 04 00  20 05 fd 00 04 00  fd e6 01  fd e4 01  21 07', // $a += matrix[0…3] * at[0…3]
    '20 08  20 00 fd 00 04 10  20 05 fd 00 04 10  fd e6 01  fd e4 01  21 08', // $b += matrix[4…7] * at[4…7]
    '20 00  41 20  6a  21 00', // $matrix += 32
    '20 05  41 20  6a  22 05  20 06  49  0d 00', // $at += 32; br_if $column ($at < $end)
    '0b', // end of $column
    '20 02  20 02  2a 02 00', // the address of the sum, and the sum
    '20 07  20 08  fd e4 01  22 07  fd 1f 00  92', // + ($a += $b)[0]
    '20 07  fd 1f 01  92', // + $a[1]
    '20 07  fd 1f 02  92', // + $a[2]
    '20 07  fd 1f 03  92', // + $a[3]
    '38 02 00', // stored
    '20 02  41 04  6a  21 02', // $sums += 4
    '20 03  41 01  6b  22 03  0d 00', // br_if $row ($rows -= 1)
    '0b  0b', // end of $row, end of the function
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
)

type Multiply = (matrix: number, vector: number, sums: number, rows: number, rowBytes: number) => void

/** @param most how many numbers can be allocated in total */
export function createSimdMemory(most: number): SimdMemory {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((most * 4) / PAGE_BYTES) })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(CODE), { e: { m: memory } })
  const multiply = exports['multiply'] as Multiply
  let free = 0
  return {
    allocate(length) {
      const part = new Float32Array(memory.buffer, free, length)
      free += Math.ceil(length / 4) * 16
      return part
    },
    multiplyAdd(matrix, vector, sums) {
      if (vector.length % SIMD_STEP !== 0 || matrix.length !== vector.length * sums.length) {
        throw new RangeError(`${matrix.length} numbers are no ${sums.length} rows of ${vector.length}.`)
      }
      multiply(matrix.byteOffset, vector.byteOffset, sums.byteOffset, sums.length, vector.length * 4)
    },
  }
}
