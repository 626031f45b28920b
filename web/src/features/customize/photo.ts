/** A picture that was looked at and can be shown. */
export interface Photo {
  name: string
  file: File
  /** Of the file, for this page's life; give it back with `forgetPhoto`. */
  url: string
}

export const PHOTO_MAX_MB = 10

/** Four bytes each once it is opened; a file of 400 kB can hold so many that the page stands still for seconds. */
const PHOTO_MAX_MEGAPIXELS = 64

/** Why a file was not taken, in words to be shown. */
export class PhotoRefused extends Error {}

const REFUSAL = {
  notAnImage: 'That is not an image. Choose a photo, such as a JPEG or PNG file.',
  tooLarge: `That image is larger than ${PHOTO_MAX_MB} MB. Choose a smaller one.`,
  tooManyPixels: `That image has more than ${PHOTO_MAX_MEGAPIXELS} million pixels. Choose a smaller one.`,
  unreadable:
    'That image could not be opened. It may be damaged, or of a kind that browsers do not show. Try a JPEG or PNG.',
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
  if (file.size > PHOTO_MAX_MB * 1024 * 1024) throw new PhotoRefused(REFUSAL.tooLarge)
  const photo = { name: file.name, file, url: URL.createObjectURL(file) }
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

export function forgetPhoto(photo: Photo): void {
  URL.revokeObjectURL(photo.url)
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
