import { refuseTruncated, type ImageHeader } from './photo-refusal.ts'

const SIGNATURE_BYTES = 8
/** Encoders write chunks of 8 kB or more, so the largest accepted file has 1,300 of them. */
const MAX_CHUNKS = 20_000

const IHDR = 0x49484452
const PLTE = 0x504c5445
const TRNS = 0x74524e53
const IDAT = 0x49444154
const IEND = 0x49454e44
const ACTL = 0x6163544c

export function readPngHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let size: { widthPx: number; heightPx: number } | undefined
  let isAnimated = false
  let hasPixels = false
  let at = SIGNATURE_BYTES
  for (let chunks = 0; at + 12 <= bytes.length && chunks < MAX_CHUNKS; chunks += 1) {
    const length = view.getUint32(at)
    const kind = view.getUint32(at + 4)
    const end = at + 12 + length
    if (end > bytes.length) refuseTruncated()
    if (!size) {
      if (kind !== IHDR || length !== 13) refuseTruncated()
      size = { widthPx: view.getUint32(at + 8), heightPx: view.getUint32(at + 12) }
      if (size.widthPx === 0 || size.heightPx === 0) refuseTruncated()
    }
    if (kind === ACTL) isAnimated = true
    if (kind === IDAT) hasPixels = true
    if (kind === IEND) {
      if (!hasPixels) refuseTruncated()
      return { ...size, isAnimated, endsAt: end }
    }
    at = end
  }
  return refuseTruncated()
}

/** Chunks that the pixels need. The others hold texts, profiles and times, and a compressed one may expand to any size. */
const NEEDED: readonly number[] = [IHDR, PLTE, TRNS, IDAT, IEND]

/** The same picture with only the chunks needed to show it. `bytes` must have passed `readPngHeader`. */
export function barePng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    const kind = view.getUint32(at + 4)
    if (NEEDED.includes(kind)) parts.push(bytes.subarray(at, end))
    if (kind === IEND) break
    at = end
  }
  return new Uint8Array(Buffer.concat(parts))
}
