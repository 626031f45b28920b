import { PHOTO_MAX_BYTES, PHOTO_MAX_PIXELS, PHOTO_MAX_SIDE_PX, PHOTO_MIN_SIDE_PX } from '#contract/photo-limits.ts'

/**
 * What a file really is, by its first bytes, and whether something lies hidden in it. The server looks closer; here it is
 * found before anything is opened, and said beside the field.
 */

/** Why a file is no photo; null where it may be one. */
type PhotoSuspicion = 'svg' | 'not-an-image' | 'hidden' | null

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

function suspectPhoto(bytes: ArrayBuffer): PhotoSuspicion {
  const text = new TextDecoder('windows-1252').decode(bytes)
  if (SVG.test(text)) return 'svg'
  if (!KINDS.some((kind) => kind.test(text))) return 'not-an-image'
  return CODE.test(text) || BEHIND.test(text) ? 'hidden' : null
}

/** A picture that was looked at and can be shown. */
export interface Photo {
  name: string
  file: File
  /** Of the file, for this page's life; give it back with `forgetPhoto`. */
  url: string
}

/** A picture that the server has already. */
export interface KeptPhoto {
  name: string
  photoId: string
  url: string
}

export type ChosenPhoto = Photo | KeptPhoto

/** Whether the picture is still on this device alone. */
export function isFresh(photo: ChosenPhoto): photo is Photo {
  return 'file' in photo
}

export const PHOTO_MAX_MB = PHOTO_MAX_BYTES / 1024 / 1024

/** Four bytes each once it is opened; a file of 400 kB can hold so many that the page stands still for seconds. */
const PHOTO_MAX_MEGAPIXELS = PHOTO_MAX_PIXELS / 1e6
/** Larger ones are sent no larger than the server would make them. */
const SENT_QUALITY = 0.92

/** Why a file was not taken, in words to be shown. */
export class PhotoRefused extends Error {}

const REFUSAL = {
  notAnImage: 'That is not an image. Choose a photo, such as a JPEG or PNG file.',
  svg: 'SVG drawings are not accepted because they can contain scripts. Choose a JPEG or PNG picture.',
  hidden: 'Another file is hidden in that image. Save it again, or choose another one.',
  tooLarge: `That image is larger than ${PHOTO_MAX_MB} MB. Choose a smaller one.`,
  tooManyPixels: `That image has more than ${PHOTO_MAX_MEGAPIXELS} million pixels. Choose a smaller one.`,
  unreadable:
    'That image could not be opened. It may be damaged, or in a format that browsers cannot show. Try a JPEG or PNG.',
} as const

/** What a browser is asked about a file. */
export interface PhotoViewer {
  /** From the head of the file, before all of it is opened; null when that cannot be read. */
  measure: (url: string) => Promise<{ width: number; height: number } | null>
  /** Whether it can be opened and shown. */
  opens: (file: File) => Promise<boolean>
}

const BROWSER: PhotoViewer = { measure, opens }

/**
 * Takes a file only if it is an image that this browser can show: a name that ends in .png proves nothing.
 * @throws PhotoRefused
 */
export async function readPhoto(file: File, viewer: PhotoViewer = BROWSER): Promise<Photo> {
  if (!file.type.startsWith('image/')) throw new PhotoRefused(REFUSAL.notAnImage)
  if (file.size > PHOTO_MAX_BYTES) throw new PhotoRefused(REFUSAL.tooLarge)
  const suspicion = suspectPhoto(await file.arrayBuffer())
  if (suspicion !== null) throw new PhotoRefused(REFUSAL[suspicion === 'not-an-image' ? 'notAnImage' : suspicion])
  const photo = asPhoto(file)
  try {
    const size = await viewer.measure(photo.url)
    if (size !== null && size.width * size.height > PHOTO_MAX_MEGAPIXELS * 1e6)
      throw new PhotoRefused(REFUSAL.tooManyPixels)
    if (size === null || !(await viewer.opens(file))) throw new PhotoRefused(REFUSAL.unreadable)
    return photo
  } catch (refusal) {
    forgetPhoto(photo)
    throw refusal
  }
}

/** A file that was looked at before. */
export function asPhoto(file: File): Photo {
  return { name: file.name, file, url: URL.createObjectURL(file) }
}

export function forgetPhoto(photo: ChosenPhoto): void {
  if (isFresh(photo)) URL.revokeObjectURL(photo.url)
}

/**
 * The picture as it is sent: no larger than it will be shown, upright, and without where and when it was taken. Kinds that
 * only some browsers know arrive as one that all browsers know.
 */
export async function encodePhoto({ file }: Photo): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  try {
    const scale = Math.min(1, PHOTO_MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    // A tiny picture is the person’s own choice; the server takes none that small.
    canvas.width = Math.max(PHOTO_MIN_SIDE_PX, Math.round(bitmap.width * scale))
    canvas.height = Math.max(PHOTO_MIN_SIDE_PX, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    // What may be see-through stays so.
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
