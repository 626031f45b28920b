import { crc32 } from 'node:zlib'
import { DIRECTORY_ENTRY, END_BYTES, END_OF_DIRECTORY, LOCAL_HEADER } from './zip.ts'

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
