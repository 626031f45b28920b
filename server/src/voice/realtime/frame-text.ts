import type { RawData } from 'ws'

/** A socket's message as text, whichever form the library delivers. */
export function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
}

export function sizeOf(data: RawData): number {
  return Array.isArray(data) ? data.reduce((sum, part) => sum + part.length, 0) : data.byteLength
}
