import { crc32, inflateRawSync } from 'node:zlib'
import { ReadingError } from './reading-error.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_BYTES = 22
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
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
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

/** Writes an archive without compression. */
export function storedZip(entries: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of entries) {
    const nameBytes = Buffer.from(name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(LOCAL_HEADER, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt32LE(crc32(content), 14)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(nameBytes.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(DIRECTORY_ENTRY, 0)
    entry.writeUInt16LE(20, 4)
    // The part that both kinds of record have in common.
    header.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(at, 42)
    bodies.push(header, nameBytes, content)
    directory.push(entry, nameBytes)
    at += header.length + nameBytes.length + content.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END_OF_DIRECTORY, 0)
  end.writeUInt16LE(entries.size, 8)
  end.writeUInt16LE(entries.size, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, central, end])
}
