import { readFileSync } from 'node:fs'
import { lastFunctionOf, replaceFunction } from './wasm-binary.ts'

/** `fsg_history_end_frame`, the number of its code and its length in bytes. */
const END_OF_FRAME = { index: 340, bytes: 190 }
/** See `end-of-frame.wat`. */
const NEW_END_OF_FRAME = readFileSync(new URL('./wasm/end-of-frame.wasm', import.meta.url))

/**
 * The first of the sizes that hash tables may have, and what the package has there. A network has two tables for each of its
 * states with some three entries in each: with 7 places instead of 101 they take 0.2 MB instead of 2.3.
 */
const SMALLEST_TABLE = { address: 24_128, before: 101, after: 7 }

/** As much as is used of what the package's WebAssembly exports, under the names that its build gave it. */
interface Exports {
  s: WebAssembly.Memory
  /** Functions that C calls by their address. */
  C: WebAssembly.Table
}

/** SoundSwallower 0.6.3 with two things mended that cost much. @param binary `soundswallower.node.wasm` */
export function instantiateSoundSwallower(
  binary: Uint8Array,
  imports: WebAssembly.Imports,
): { instance: WebAssembly.Instance; memory: WebAssembly.Memory; table: WebAssembly.Table } {
  const { index, bytes } = END_OF_FRAME
  const module = new WebAssembly.Module(replaceFunction(binary, index, bytes, lastFunctionOf(NEW_END_OF_FRAME)))
  const instance = new WebAssembly.Instance(module, imports)
  const { s: memory, C: table } = instance.exports as unknown as Exports
  const { address, before, after } = SMALLEST_TABLE
  const numbers = new DataView(memory.buffer)
  if (numbers.getUint32(address, true) !== before) throw new Error('The sizes of hash tables are not where they were.')
  numbers.setUint32(address, after, true)
  return { instance, memory, table }
}
