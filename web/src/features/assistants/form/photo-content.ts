/**
 * What a file really is, by its first bytes, and whether something lies hidden in it. The server looks closer; here it is
 * found before anything is opened, and said beside the field.
 */

/** Why a file is no photo; null where it may be one. */
export type PhotoSuspicion = 'svg' | 'not-an-image' | 'hidden' | null

/** Of files that browsers open as pictures, as text of Windows-1252, which has a letter for every byte. */
const KINDS: readonly RegExp[] = [
  /^\xff\xd8\xff/,
  /^\u2030PNG\r\n/,
  /^RIFF[\s\S]{4}WEBP/,
  /^GIF8[79]a/,
  /^BM/,
  /^[\s\S]{4}ftyp(?:avi|hei|mif|msf|hev)/,
  /^\xff\n|^[\s\S]{4}JXL /,
]
const SVG = /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype svg|svg)/i
/** A page or a program, whatever the file calls itself. */
const CODE = /<script[\s>]|<\?php|<html[\s>]/i
/** Archives, programs and documents right behind the picture's end. */
const BEHIND = /(?:\xff\xd9|IEND\xaeB`\u201a)\s*(?:PK\p{Cc}{2}|MZ|%PDF|7z\xbc\xaf|Rar!|<)/u

export function suspectPhoto(bytes: ArrayBuffer): PhotoSuspicion {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (SVG.test(text)) return 'svg'
  if (!KINDS.some((kind) => kind.test(text))) return 'not-an-image'
  return CODE.test(text) || BEHIND.test(text) ? 'hidden' : null
}
