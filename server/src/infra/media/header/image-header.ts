import { PHOTO_MAX_PIXELS, PHOTO_MIN_SIDE_PX } from '#contract/photo-limits.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { refuse, type ImageHeader } from './photo-refusal.ts'
import { readPngHeader } from './png-header.ts'
import { readWebpHeader } from './webp-header.ts'

/**
 * Looks at the first bytes and the structure of a file, not at its name or what the browser calls it.
 * @throws AppError `photo-refused` for what is no whole, still JPEG, PNG or WebP of a sensible size
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
 * Phones write a short film or a second picture behind a picture; these are dropped without a word. A file that only an
 * attacker would put there is refused, and the sender told.
 */
const FOREIGN_BEHIND = ['PK', '%PDF-', 'MZ', '\x7fELF', 'Rar!', '7z', '\x1f\x8b', '<']
const ACTIVE_ANYWHERE = /<script[\s>]|<!doctype html|<html[\s>]|<\?php|<svg[\s>]|%PDF-1/i

function hidesAnotherFile(bytes: Uint8Array, endsAt: number): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const behind = all.toString('latin1', endsAt, endsAt + 64).trimStart()
  return FOREIGN_BEHIND.some((start) => behind.startsWith(start)) || ACTIVE_ANYWHERE.test(all.toString('latin1'))
}
