import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE_PX, PHOTO_MIN_SIDE_PX } from '#contract/photo-limits.ts'

/**
 * Detects what a file really is by its first bytes, and whether something is hidden in it. The server checks more
 * closely; here the problem is found before the file is opened, and shown beside the field.
 */

/**
 * The first bytes of files that browsers open as pictures, decoded as Windows-1252, which has a character for each
 * byte.
 */
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
/** Signs of a web page or a program, whatever the file's name. */
const CODE = /<script[\s>]|<\?php|<html[\s>]/i
/** The signatures of archives, programs and documents directly after the picture's end. */
const BEHIND = /(?:\xff\xd9|IEND\xaeB`\u201a)\s*(?:PK\p{Cc}{2}|MZ|%PDF|7z\xbc\xaf|Rar!|<)/u

/** Why a file is not accepted as a photo; null when it may be one. */
function suspicionOf(bytes: ArrayBuffer): string | null {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (SVG.test(text)) return REFUSAL.svg
  if (!KINDS.some((kind) => kind.test(text))) return REFUSAL.notAnImage
  return CODE.test(text) || BEHIND.test(text) ? REFUSAL.hidden : null
}

/** A picture that was checked and can be shown. */
export interface Photo {
  name: string
  file: File
  /** An object URL of the file, valid while the page is open; release it with `forgetPhoto`. */
  url: string
}

/** A picture that is already stored on the server. */
export interface KeptPhoto {
  name: string
  photoId: string
  url: string
}

export type ChosenPhoto = Photo | KeptPhoto

/** Whether the picture exists only in this browser. */
export function isFresh(photo: ChosenPhoto): photo is Photo {
  return 'file' in photo
}

export const PHOTO_MAX_MB = PHOTO_MAX_BYTES / 1024 / 1024

/** JPEG quality of the upload. Larger pictures are scaled down to the server's maximum before they are sent. */
const SENT_QUALITY = 0.92

/** Why a file was refused, in words to be shown. */
export class PhotoRefused extends Error {}

const REFUSAL = {
  notAnImage: 'That is not an image. Choose a photo, such as a JPEG or PNG file.',
  svg: 'SVG drawings are not accepted because they can contain scripts. Choose a JPEG or PNG picture.',
  hidden: 'Another file is hidden in that image. Save it again, or choose another one.',
  tooLarge: `That image is larger than ${PHOTO_MAX_MB} MB. Choose a smaller one.`,
  tooManyPixels: `That image has more than ${PHOTO_MAX_PIXELS / 1e6} million pixels. Choose a smaller one.`,
  unreadable:
    'That image could not be opened. It may be damaged, or in a format that browsers cannot show. Try a JPEG or PNG.',
} as const

/** The browser's functions for examining a picture; tests replace them. */
export interface PhotoViewer {
  /** The picture's size, read from its header before the whole file is decoded; null when it cannot be read. */
  measure: (url: string) => Promise<{ width: number; height: number } | null>
  /** Whether the browser can decode the file. */
  opens: (file: File) => Promise<boolean>
}

const BROWSER: PhotoViewer = { measure, opens }

/**
 * Accepts a file only if this browser can show it as an image; a name that ends in .png proves nothing.
 * @throws PhotoRefused
 */
export async function readPhoto(file: File, viewer: PhotoViewer = BROWSER): Promise<Photo> {
  if (!file.type.startsWith('image/')) throw new PhotoRefused(REFUSAL.notAnImage)
  if (file.size > PHOTO_MAX_BYTES) throw new PhotoRefused(REFUSAL.tooLarge)
  const suspicion = suspicionOf(await file.arrayBuffer())
  if (suspicion !== null) throw new PhotoRefused(suspicion)
  const photo = asPhoto(file)
  try {
    const size = await viewer.measure(photo.url)
    // A decoded picture needs four bytes per pixel, so that even a file of 400 kB can freeze the page for seconds.
    if (size !== null && size.width * size.height > PHOTO_MAX_PIXELS) throw new PhotoRefused(REFUSAL.tooManyPixels)
    if (size === null || !(await viewer.opens(file))) throw new PhotoRefused(REFUSAL.unreadable)
    return photo
  } catch (refusal) {
    forgetPhoto(photo)
    throw refusal
  }
}

/** Wraps a file that was checked earlier. */
export function asPhoto(file: File): Photo {
  return { name: file.name, file, url: URL.createObjectURL(file) }
}

export function forgetPhoto(photo: ChosenPhoto): void {
  if (isFresh(photo)) URL.revokeObjectURL(photo.url)
}

/**
 * Encodes the picture for the upload: scaled down to the size in which it is shown, upright, and without metadata such
 * as place and time. Formats that only some browsers know are converted to common ones.
 */
export async function encodePhoto({ file }: Photo): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, PHOTO_MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    // The server refuses pictures smaller than this, so a tiny picture is enlarged.
    canvas.width = Math.max(PHOTO_MIN_SIDE_PX, Math.round(bitmap.width * scale))
    canvas.height = Math.max(PHOTO_MIN_SIDE_PX, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    // PNG keeps transparency.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
    const encoded = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, SENT_QUALITY))
    if (encoded === null) throw new PhotoRefused(REFUSAL.unreadable)
    return encoded
  } finally {
    bitmap.close()
  }
}

function measure(url: string): Promise<{ width: number; height: number } | null> {
  const image = new Image()
  const measured = new Promise<{ width: number; height: number } | null>((resolve) => {
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }))
    image.addEventListener('error', () => resolve(null))
  })
  image.src = url
  return measured
}

async function opens(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}
