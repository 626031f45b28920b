import { refuseTruncated, type ImageHeader } from './photo-refusal.ts'

const SIGNATURE_BYTES = 8

export function readPngHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let size: { widthPx: number; heightPx: number } | undefined
  let isAnimated = false
  let hasPixels = false
  let at = SIGNATURE_BYTES
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const kind = kindAt(bytes, at)
    const end = at + 12 + length
    if (end > bytes.length) refuseTruncated()
    if (!size) {
      if (kind !== 'IHDR' || length !== 13) refuseTruncated()
      size = { widthPx: view.getUint32(at + 8), heightPx: view.getUint32(at + 12) }
      if (size.widthPx === 0 || size.heightPx === 0) refuseTruncated()
    }
    if (kind === 'acTL') isAnimated = true
    if (kind === 'IDAT') hasPixels = true
    if (kind === 'IEND') {
      if (!hasPixels) refuseTruncated()
      return { ...size, isAnimated, endsAt: end }
    }
    at = end
  }
  return refuseTruncated()
}

/** What the pixels need. All else is text, profiles, times: some of it compressed, and then of any size. */
const NEEDED = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/** The same picture without anything that is not needed to show it. `bytes` is a whole PNG. */
export function barePng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at)
    const kind = kindAt(bytes, at)
    if (NEEDED.has(kind)) parts.push(bytes.subarray(at, end))
    if (kind === 'IEND') break
    at = end
  }
  return new Uint8Array(Buffer.concat(parts))
}

function kindAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at + 4, at + 8))
}
