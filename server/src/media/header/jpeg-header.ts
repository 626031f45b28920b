import { refuseTruncated, type ImageHeader } from './photo-refusal.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const EXIF = 0xe1
/** Start of frame: all but the three numbers in between that mean something else (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

export function readJpegHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let size: { widthPx: number; heightPx: number } | undefined
  let orientation = 1
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
    if (marker === EXIF) orientation = orientationOf(view, at + 4, end) ?? orientation
    if (marker === START_OF_SCAN) {
      const endsAt = findEnd(bytes, end)
      if (!size || size.widthPx === 0 || size.heightPx === 0 || endsAt === undefined) refuseTruncated()
      return { ...size, orientation, isAnimated: false, endsAt }
    }
    at = end
  }
  return refuseTruncated()
}

/** Behind the last scan. In pictures' data 0xff is always followed by 0x00 or the number of a restart. */
function findEnd(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return at + 2
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (isData) continue
    // Between the scans of a progressive picture are tables; they may hold any bytes.
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    at += 1 + length
  }
  return undefined
}

/** Tag 0x0112 in the first directory (EXIF 2.32, 4.6.4); undefined where it is missing or makes no sense. */
function orientationOf(view: DataView, from: number, end: number): number | undefined {
  if (end - from < 14 || view.getUint32(from) !== 0x45786966 || view.getUint16(from + 4) !== 0) return undefined
  const tiff = from + 6
  const isLittle = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  if (directory + 2 > end) return undefined
  const count = view.getUint16(directory, isLittle)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > end) return undefined
    if (view.getUint16(at, isLittle) !== 0x0112) continue
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
