import { refuseTruncated, type ImageHeader } from './photo-refusal.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Cameras and programs write ten at most; each costs the decoder a pass over the whole picture, however little it holds. */
const MAX_SCANS = 64
/** Start of frame: all but the three numbers in between that mean something else (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export function readJpegHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let size: { widthPx: number; heightPx: number } | undefined
  let at = 2
  while (at + 4 <= bytes.length) {
    if (view.getUint8(at) !== 0xff) refuseTruncated()
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > bytes.length) refuseTruncated()
    if (isFrame(marker) && length >= 8) size = { heightPx: view.getUint16(at + 5), widthPx: view.getUint16(at + 7) }
    if (marker === START_OF_SCAN) {
      const endsAt = findEnd(bytes, end)
      if (!size || size.widthPx === 0 || size.heightPx === 0 || endsAt === undefined) refuseTruncated()
      return { ...size, isAnimated: false, endsAt }
    }
    at = end
  }
  return refuseTruncated()
}

/** Behind the last scan. In pictures' data 0xff is always followed by 0x00 or the number of a restart. */
function findEnd(bytes: Uint8Array, from: number): number | undefined {
  let scans = 1
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return at + 2
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (isData) continue
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) return undefined
    // Between the scans of a progressive picture are tables; they may hold any bytes.
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    at += 1 + length
  }
  return undefined
}
