import { inflateRawSync } from 'node:zlib'
import { ReadingError } from './reading-error.ts'
import { codeOf } from '../../../infra/error-facts.ts'

export const END_OF_DIRECTORY = 0x06054b50
export const DIRECTORY_ENTRY = 0x02014b50
export const LOCAL_HEADER = 0x04034b50
export const END_BYTES = 22
const COMMENT_MAX_BYTES = 65_535
const MAX_ENTRIES = 2_000

interface ZipLimits {
  wanted: (name: string) => boolean
  /**
   * Limit on the actual inflated size of all wanted entries together; the sizes that the archive declares are not
   * trusted.
   */
  maxBytes: number
}

/** Inflates the wanted entries of an archive. @throws {ReadingError} `broken`, or `too-large` */
export function readZip(bytes: Buffer, { wanted, maxBytes }: ZipLimits): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  let left = maxBytes
  try {
    const end = endOfDirectory(bytes)
    const count = bytes.readUInt16LE(end + 10)
    if (count > MAX_ENTRIES) throw new ReadingError('too-large')
    let at = bytes.readUInt32LE(end + 16)
    for (let index = 0; index < count; index += 1) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new ReadingError('broken')
      const method = bytes.readUInt16LE(at + 10)
      const packedLength = bytes.readUInt32LE(at + 20)
      const nameLength = bytes.readUInt16LE(at + 28)
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
      const header = bytes.readUInt32LE(at + 42)
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
      if (!wanted(name) || found.has(name)) continue
      if (left <= 0) throw new ReadingError('too-large')
      if (bytes.readUInt32LE(header) !== LOCAL_HEADER) throw new ReadingError('broken')
      const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
      const packed = bytes.subarray(start, start + packedLength)
      const content = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left })
      left -= content.length
      if (left < 0) throw new ReadingError('too-large')
      found.set(name, content)
    }
  } catch (error) {
    if (error instanceof ReadingError) throw error
    const isLarge = codeOf(error) === 'ERR_BUFFER_TOO_LARGE'
    throw new ReadingError(isLarge ? 'too-large' : 'broken', error)
  }
  return found
}

function endOfDirectory(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX_BYTES)
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at
  }
  throw new ReadingError('broken')
}
