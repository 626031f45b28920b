import { readFileSync } from 'node:fs'
import { lastFunctionOf, replaceFunction } from './wasm-binary.ts'

/** `fsg_history_end_frame`, the number of its code and its length in bytes. */
const END_OF_FRAME = { index: 340, bytes: 190 }
/** See `end-of-frame.wat`. */
const NEW_END_OF_FRAME = readFileSync(new URL('./wasm/end-of-frame.wasm', import.meta.url))

/**
 * Where the package keeps the smallest size of a hash table, and what it is changed to. A network has two tables for each
 * of its states, with about three entries in each: with 7 places instead of 101, they take 0.2 MB instead of 2.3 MB.
 */
const SMALLEST_TABLE = { address: 24_128, before: 101, after: 7 }

/** The exports of the package's WebAssembly that are used here, under the shortened names of its build. */
interface Exports {
  s: WebAssembly.Memory
  /** Functions that C calls by their address. */
  C: WebAssembly.Table
}

/**
 * Instantiates SoundSwallower 0.6.3 with two costly parts replaced: the code that ends a frame, and the size of its
 * smallest hash tables.
 * @param binary `soundswallower.node.wasm`
 */
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
