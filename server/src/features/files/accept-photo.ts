import { AppError } from '#contract/errors.ts'
import { fileUrl, type Photo } from '#contract/files.ts'
import { PHOTO_MAX_SIDE_PX } from '#contract/photo-limits.ts'
import type { Media } from '../../media/media.ts'
import { MediaError, type Picture } from '../../media/media-tasks.ts'
import type { FileLibrary, FileOwner } from '../../storage/file-library.ts'
import { checkPhoto } from '../../media/header/image-header.ts'
import { refuseTruncated } from '../../media/header/photo-refusal.ts'
import { barePng } from '../../media/header/png-header.ts'

/** Time to fill in a form; whatever needs the photo by then keeps it. */
const KEPT_MS = 48 * 3_600_000
/** A person's photos, those in use included. */
const MAX_PHOTOS = 100
/** Pictures in line for the process that reads them, which takes some tenths of a second each. */
const MAX_WAITING = 12

/** Makes a picture of ours of a stranger's file: checked, decoded, drawn anew, and nothing else of it kept. */
export function createPhotoDesk({ library, media }: { library: FileLibrary; media: Media }) {
  let waiting = 0
  return async function accept(owner: FileOwner, bytes: Uint8Array): Promise<Photo> {
    checkPhoto(bytes)
    if ((await library.countPhotos(owner)) >= MAX_PHOTOS) {
      const detail = 'You have too many photos waiting. Those that no assistant uses go after two days.'
      throw new AppError('rate-limited', { detail })
    }
    if (waiting >= MAX_WAITING) throw new AppError('unavailable', { retryAfterSeconds: 5 })
    waiting += 1
    try {
      const picture = await media
        .run({
          task: 'reencode-photo',
          bytes: bytes[0] === 0x89 ? barePng(bytes) : bytes,
          maxSidePx: PHOTO_MAX_SIDE_PX,
        })
        .catch(refuseUndecodable)
      const { widthPx, heightPx } = picture
      const id = await library.add({
        kind: 'photo',
        owner,
        bytes: picture.bytes,
        mediaType: 'image/jpeg',
        size: { widthPx, heightPx },
        expiresAt: new Date(Date.now() + KEPT_MS),
      })
      return { id, url: fileUrl(id), widthPx, heightPx }
    } finally {
      waiting -= 1
    }
  }
}

/** A file that brings the reading process down, or keeps it busy for too long, is no picture that anybody needs. */
function refuseUndecodable(error: unknown): Picture {
  if (error instanceof MediaError) refuseTruncated()
  throw error
}
