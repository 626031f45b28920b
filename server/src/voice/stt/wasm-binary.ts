const CODE_SECTION = 10
const HEADER_BYTES = 8

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

function readCode(module: Uint8Array): { section: Part; functions: Part[] } {
  let next = HEADER_BYTES
  /** A size is written with seven bits in each byte, the lowest first (LEB128). */
  const readSize = (): number => {
    let size = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module[next++] ?? 0
      size += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return size
    }
  }
  const readPart = (): Part => {
    const at = next
    const size = readSize()
    return { at, from: next, to: next + size }
  }
  while (next < module.length) {
    const id = module[next++]
    const section = readPart()
    if (id === CODE_SECTION) {
      const functions = Array.from({ length: readSize() }, () => {
        const part = readPart()
        next = part.to
        return part
      })
      return { section, functions }
    }
    next = section.to
  }
  return { section: { at: next, from: next, to: next }, functions: [] }
}

function withSize(bytes: Uint8Array): Uint8Array {
  const size: number[] = []
  for (let left = bytes.length; left > 0 || size.length === 0; left >>>= 7)
    size.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0))
  return Buffer.concat([Uint8Array.from(size), bytes])
}
