/** A picture that was looked at and can be shown. */
export interface Photo {
  name: string
  file: File
  /** Of the file, for this page's life; give it back with `forgetPhoto`. */
  url: string
}

export const PHOTO_MAX_MB = 10

/** Why a file was not taken, in words to be shown. */
export class PhotoRefused extends Error {}

const REFUSAL = {
  notAnImage: 'That is not an image. Choose a photo, such as a JPEG or PNG file.',
  tooLarge: `That image is larger than ${PHOTO_MAX_MB} MB. Choose a smaller one.`,
  unreadable:
    'That image could not be opened. It may be damaged, or of a kind that browsers do not show. Try a JPEG or PNG.',
} as const

/**
 * Takes a file only if it is an image that this browser can show: a name that ends in .png proves nothing.
 * @throws PhotoRefused
 */
export async function readPhoto(file: File, canShow: (file: File) => Promise<boolean> = decodes): Promise<Photo> {
  if (!file.type.startsWith('image/')) throw new PhotoRefused(REFUSAL.notAnImage)
  if (file.size > PHOTO_MAX_MB * 1024 * 1024) throw new PhotoRefused(REFUSAL.tooLarge)
  if (!(await canShow(file))) throw new PhotoRefused(REFUSAL.unreadable)
  return { name: file.name, file, url: URL.createObjectURL(file) }
}

export function forgetPhoto(photo: Photo): void {
  URL.revokeObjectURL(photo.url)
}

async function decodes(file: File): Promise<boolean> {
  try {
    const bitmap = await createImageBitmap(file)
    bitmap.close()
    return true
  } catch {
    return false
  }
}
