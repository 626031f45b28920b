const CUSTOM_SECTION = 0
const CODE_SECTION = 10
const DATA_SECTION = 11
const HEADER_BYTES = 8
const I32_CONST = 0x41
const END = 0x0b

/** Where a part of a module lies. */
interface Part {
  /** The index at which its length is written. */
  at: number
  from: number
  to: number
}

/**
 * Replaces the code of one function of a module. The functions that the new code calls must exist in the module under
 * the same numbers.
 * @param index of the function among those with code; imports do not count
 * @param bytes of the code that is expected there, so that another module than the one that is known is refused
 * @param code of a function, locals included, as `lastFunctionOf` returns it
 */
export function replaceFunction(
  module: Uint8Array,
  index: number,
  bytes: number,
  code: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const { section, functions } = readCode(module)
  const replaced = functions[index]
  if (!replaced) throw new Error(`The module has no function ${index}.`)
  const length = replaced.to - replaced.from
  if (length !== bytes) throw new Error(`The code of function ${index} has ${length} bytes, not ${bytes}.`)
  const changed = withSize(
    Buffer.concat([
      module.subarray(section.from, replaced.at),
      withSize(code),
      module.subarray(replaced.to, section.to),
    ]),
  )
  return Buffer.concat([module.subarray(0, section.at), changed, module.subarray(section.to)])
}

/** The code of a module's last function. */
export function lastFunctionOf(module: Uint8Array): Uint8Array {
  const last = readCode(module).functions.at(-1)
  if (!last) throw new Error('The module has no functions.')
  return module.subarray(last.from, last.to)
}

/** What a program finds in a part of its memory when it starts, and where in the module that lies. */
export interface DataPiece {
  address: number
  from: number
  bytes: number
}

/**
 * The module without its data and debug information, for a program whose memory is filled from its file instead: V8 keeps
 * the bytes of a module as long as the module is in use.
 */
export function withoutData(module: Uint8Array): { code: Uint8Array<ArrayBuffer>; data: DataPiece[] } {
  const kept: Uint8Array[] = [module.subarray(0, HEADER_BYTES)]
  const data: DataPiece[] = []
  for (const { id, start, section } of sectionsOf(module)) {
    if (id === DATA_SECTION) data.push(...readData(module, section))
    else if (id !== CUSTOM_SECTION) kept.push(module.subarray(start, section.to))
  }
  return { code: Buffer.concat(kept), data }
}

function readData(module: Uint8Array, section: Part): DataPiece[] {
  const read = readerAt(module, section.from)
  return Array.from({ length: read.size() }, () => {
    const [mode, constant, address, end] = [read.size(), read.size(), read.size(), read.size()]
    if (mode !== 0 || constant !== I32_CONST || end !== END) throw new Error('The data has no fixed address.')
    const { from, to } = read.part()
    read.skipTo(to)
    return { address, from, bytes: to - from }
  })
}

function readCode(module: Uint8Array): { section: Part; functions: Part[] } {
  for (const { id, section } of sectionsOf(module)) {
    if (id !== CODE_SECTION) continue
    const read = readerAt(module, section.from)
    const functions = Array.from({ length: read.size() }, () => {
      const part = read.part()
      read.skipTo(part.to)
      return part
    })
    return { section, functions }
  }
  throw new Error('The module has no code.')
}

function* sectionsOf(module: Uint8Array): Generator<{ id: number; start: number; section: Part }> {
  for (let start = HEADER_BYTES; start < module.length;) {
    const section = readerAt(module, start + 1).part()
    yield { id: module[start] ?? 0, start, section }
    start = section.to
  }
}

function readerAt(module: Uint8Array, at: number) {
  let next = at
  /** A size is written with seven bits in each byte, the lowest first (LEB128). */
  const size = (): number => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module[next++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  return {
    size,
    part: (): Part => {
      const start = next
      const length = size()
      return { at: start, from: next, to: next + length }
    },
    skipTo: (position: number): void => void (next = position),
  }
}

function withSize(bytes: Uint8Array): Uint8Array {
  const size: number[] = []
  for (let left = bytes.length; left > 0 || size.length === 0; left >>>= 7)
    size.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
  return Buffer.concat([Uint8Array.from(size), bytes])
}
