import { PHOTO_MAX_PIXELS, PHOTO_MIN_SIDE_PX } from '#contract/photo-limits.ts'
import { refuse, type ImageHeader, refuseTruncated } from './photo-refusal.ts'
import { readPngHeader } from './png-header.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
/** Cameras and programs write ten scans at most. Each costs the decoder a pass over the whole picture, even if it is tiny. */
const MAX_SCANS = 64
/** Start-of-frame markers: the range without its three markers that mean something else (ITU T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpegHeader(bytes: Uint8Array): ImageHeader {
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

/**
 * The offset after the last scan, undefined if there is none. In image data 0xff is always followed by 0x00 or a restart
 * marker.
 */
function findEnd(bytes: Uint8Array, from: number): number | undefined {
  let scans = 1
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return at + 2
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)
    if (isData) continue
    if (marker === START_OF_SCAN && ++scans > MAX_SCANS) return undefined
    // Tables between the scans of a progressive picture may hold any bytes, so they are skipped by their length.
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    at += 1 + length
  }
  return undefined
}

/**
 * Checks the first bytes and the structure of a file; its name and declared type are ignored.
 * @throws AppError `photo-refused` for anything but a complete, still JPEG, PNG or WebP of a sensible size
 */
export function checkPhoto(bytes: Uint8Array): ImageHeader {
  if (bytes.length === 0) refuse('The file is empty.')
  const header = readHeader(bytes)
  const { widthPx, heightPx } = header
  if (widthPx * heightPx > PHOTO_MAX_PIXELS) {
    const megapixels = Math.round((widthPx * heightPx) / 1_000_000)
    refuse(
      `The picture has ${megapixels} megapixels; the limit is ${PHOTO_MAX_PIXELS / 1_000_000}. Please make it smaller.`,
    )
  }
  if (Math.min(widthPx, heightPx) < PHOTO_MIN_SIDE_PX) {
    refuse(`The picture is only ${widthPx} × ${heightPx} pixels. It needs at least ${PHOTO_MIN_SIDE_PX} on each side.`)
  }
  if (Math.max(widthPx, heightPx) / Math.min(widthPx, heightPx) > 8) {
    refuse('The picture is far too narrow for a face. Please choose another one.')
  }
  if (header.isAnimated) refuse('The picture is animated. Please choose a still one.')
  if (hidesAnotherFile(bytes, header.endsAt)) {
    refuse('Another file is hidden in the picture. Please save it again, or choose another one.')
  }
  return header
}

function readHeader(bytes: Uint8Array): ImageHeader {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return readJpegHeader(bytes)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return readPngHeader(bytes)
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return readWebpHeader(bytes)
  if (start.startsWith('GIF8')) refuse('GIF pictures are not accepted. Please choose a JPEG, PNG or WebP picture.')
  if (/^....ftyp(hei|hev|mif|msf|avi)/s.test(start)) {
    refuse('This format (HEIC or AVIF) is not accepted. Please save the picture as a JPEG and try again.')
  }
  if (/<(\?xml|!doctype svg|svg)/i.test(start)) {
    refuse('SVG drawings are not accepted because they can contain scripts. Please choose a JPEG, PNG or WebP picture.')
  }
  return refuse('This file is not a picture that can be read. Please choose a JPEG, PNG or WebP picture.')
}

/**
 * First bytes of files that only an attacker would append to a picture: the upload is refused. Anything else that
 * follows, such as a phone's short film or second picture, is dropped silently.
 */
const FOREIGN_BEHIND = ['PK', '%PDF-', 'MZ', '\x7fELF', 'Rar!', '7z', '\x1f\x8b', '<']
const ACTIVE_ANYWHERE = /<script[\s>]|<!doctype html|<html[\s>]|<\?php|<svg[\s>]|%PDF-1/i

function hidesAnotherFile(bytes: Uint8Array, endsAt: number): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const behind = all.toString('latin1', endsAt, endsAt + 64).trimStart()
  return FOREIGN_BEHIND.some((start) => behind.startsWith(start)) || ACTIVE_ANYWHERE.test(all.toString('latin1'))
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function readWebpHeader(bytes: Uint8Array): ImageHeader {
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
