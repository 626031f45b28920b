import { refuseTruncated, type ImageHeader } from './photo-refusal.ts'

/** https://developers.google.com/speed/webp/docs/riff_container */
export function readWebpHeader(bytes: Uint8Array): ImageHeader {
  if (bytes.length < 30) refuseTruncated()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const endsAt = 8 + view.getUint32(4, true)
  if (endsAt > bytes.length) refuseTruncated()
  const size = sizeOf(view)
  if (!size) refuseTruncated()
  return { ...size, endsAt }
}

function sizeOf(view: DataView): Pick<ImageHeader, 'widthPx' | 'heightPx' | 'isAnimated'> | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // 'VP8 ': a key frame's own header
      if (view.getUint8(23) !== 0x9d || view.getUint8(24) !== 0x01 || view.getUint8(25) !== 0x2a) return undefined
      return {
        widthPx: view.getUint16(26, true) & 0x3fff,
        heightPx: view.getUint16(28, true) & 0x3fff,
        isAnimated: false,
      }
    case 0x5650384c: {
      // 'VP8L': 14 bits each, less one
      const bits = view.getUint32(21, true)
      return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >> 14) & 0x3fff) + 1, isAnimated: false }
    }
    case 0x56503858: {
      // 'VP8X': flags, then 24 bits each, less one
      const widthPx = (view.getUint32(24, true) & 0xffffff) + 1
      const heightPx = (view.getUint32(26, true) >>> 8) + 1
      return { widthPx, heightPx, isAnimated: (view.getUint8(20) & 0x02) !== 0 }
    }
    default:
      return undefined
  }
}
