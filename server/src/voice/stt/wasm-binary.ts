const CODE_SECTION = 10
const HEADER_BYTES = 8

/** A size or an address as WebAssembly writes it, in hexadecimal: seven bits in each byte, the lowest first (LEB128). */
export function sizeHex(value: number, limit = 0x80): string {
  const byte = value < limit ? value : (value & 0x7f) | 0x80
  return byte.toString(16).padStart(2, '0') + (value < limit ? '' : sizeHex(value >>> 7, limit))
}

/** The same of a constant, not negative: its highest bit would be a sign. */
export function constantHex(value: number): string {
  return sizeHex(value, 0x40)
}

/** Hexadecimal with its length in front, as a section and the code of a function are written. */
export function sizedHex(...lines: string[]): string {
  const hex = lines.join('').replaceAll(' ', '')
  return sizeHex(hex.length / 2) + hex
}

/**
 * A module in which one function does something else. What it calls must be there already.
 * @param index of the function among those with code; imports do not count
 * @param bytes of the code that is expected there, so that another module than the one that is known is refused
 * @param code hexadecimal, locals included
 */
export function replaceFunction(
  module: Uint8Array,
  index: number,
  bytes: number,
  code: string,
): Uint8Array<ArrayBuffer> {
  let at = HEADER_BYTES
  const readSize = (): number => {
    let size = 0
    for (let shift = 0; ; shift += 7) {
      const byte = module[at++] ?? 0
      size += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return size
    }
  }
  while (at < module.length) {
    const section = at
    at += 1
    const size = readSize()
    const contents = at
    if (module[section] === CODE_SECTION) {
      const functions = readSize()
      if (index >= functions) break
      for (let before = 0; before < index; before += 1) {
        const length = readSize()
        at += length
      }
      const replaced = at
      const length = readSize()
      if (length !== bytes) throw new Error(`The code of function ${index} has ${length} bytes, not ${bytes}.`)
      const hex = (from: number, to: number): string => Buffer.from(module.subarray(from, to)).toString('hex')
      const changed = sizedHex(hex(contents, replaced), sizedHex(code), hex(at + length, contents + size))
      return Buffer.concat([
        module.subarray(0, section + 1),
        Buffer.from(changed, 'hex'),
        module.subarray(contents + size),
      ])
    }
    at = contents + size
  }
  throw new Error(`The module has no function ${index}.`)
}
