import { replaceFunction } from './wasm-binary.ts'

/**
 * `fsg_history_end_frame($0)`: moves the words that ended in this frame to the decoder's history. They stand in lists, one for
 * each state of the network and each phone. The package's own code looks at these 30,000 lists one by one, twice in each frame, which
 * was a quarter of all decoding; this looks at sixteen of them together, since nearly all are empty.
 */
const END_OF_FRAME = {
  index: 340,
  bytes: 190,
  code: [
    '01 03 7f', // locals: $at, $end, $node
    '20 00 28 02 08  28 02 00  22 01', // $at = *$0.frame_entries, behind which all lists lie
    '20 00 28 02 0c  20 00 28 02 00 28 02 20  6c  41 02 74  6a  21 02', // $end = $at + $0.n_ciphone * $0.fsg.n_state * 4
    '02 40  03 40', // block $done, loop $next
    '20 01  20 02  4f  0d 01', // leave $done if $at >= $end
    '20 01  41 c0 00 6a  20 02  4d  04 40', // if $at + 64 <= $end
    '20 01 fd 00 04 00  20 01 fd 00 04 10  fd 50', // $at[0 … 3] | $at[4 … 7]
    '20 01 fd 00 04 20  20 01 fd 00 04 30  fd 50', // $at[8 … 11] | $at[12 … 15]
    'fd 50  fd 53  45  04 40', // if none is set
    '20 01  41 c0 00 6a  21 01', // $at += 64
    '0c 02  0b  0b', // again from $next
    '20 01 28 02 00  22 03  04 40', // if ($node = *$at)
    '03 40', // loop
    '20 00 28 02 04  20 03 28 02 00  10 bb 02', // blkarray_list_append($0.entries, $node.data)
    '20 03 28 02 08  22 03  0d 00', // while ($node = $node.next)
    '0b',
    '20 01 28 02 00  10 23', // glist_free(*$at)
    '20 01  41 00  36 02 00', // *$at = none
    '0b',
    '20 01  41 04 6a  21 01', // $at += 4
    '0c 00  0b  0b  0b', // again; end of $next, of $done, of the function
  ].join(' '),
}

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
  const { index, bytes, code } = END_OF_FRAME
  const module = new WebAssembly.Module(replaceFunction(binary, index, bytes, code))
  const instance = new WebAssembly.Instance(module, imports)
  const { s: memory, C: table } = instance.exports as unknown as Exports
  const { address, before, after } = SMALLEST_TABLE
  const numbers = new DataView(memory.buffer)
  if (numbers.getUint32(address, true) !== before) throw new Error('The sizes of hash tables are not where they were.')
  numbers.setUint32(address, after, true)
  return { instance, memory, table }
}
