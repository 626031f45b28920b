import { AppError } from '#contract/errors.ts'
import { fileUrl, type Photo } from '#contract/files.ts'
import { PHOTO_MAX_SIDE_PX } from '#contract/photo-limits.ts'
import { createPlaces } from '../../http/places.ts'
import type { Owner } from '../../http/session.ts'
import type { Media } from '../../media/media.ts'
import { MediaError, type Picture } from '../../media/media-tasks.ts'
import type { FileLibrary } from '../../storage/file-library.ts'
import { checkPhoto } from '../../media/header/image-header.ts'
import { refuseTruncated } from '../../media/header/photo-refusal.ts'
import { barePng } from '../../media/header/png-header.ts'

/** Time to fill in a form; whatever needs the photo by then keeps it. */
const KEPT_MS = 48 * 3_600_000
/** A person's photos, those in use included. */
const MAX_PHOTOS = 100
/** Pictures in line for the process that reads them, which takes some tenths of a second each, and two seconds at most. */
const PLACES = 12
/** The page sends one at a time. */
const PLACES_EACH = 2
/** Several people may share an address; one person may have several accounts. */
const PLACES_EACH_ADDRESS = 4

export interface PhotoSender {
  owner: Owner
  /** See `clientKeyOf`. */
  clientKey: string
}

/** Makes a picture of ours of a stranger's file: checked, decoded, drawn anew, and nothing else of it kept. */
export function createPhotoDesk({ library, media }: { library: FileLibrary; media: Media }) {
  const ofOwners = createPlaces({
    places: PLACES,
    placesEach: PLACES_EACH,
    tooManyWords: 'Your other photos are still being read. Please wait a moment and try again.',
  })
  const ofAddresses = createPlaces({
    places: PLACES,
    placesEach: PLACES_EACH_ADDRESS,
    tooManyWords: 'Other photos from your network are still being read. Please wait a moment and try again.',
  })

  /** Waits in line, with a place of the sender's and one of the address. */
  async function inLine<Result>({ owner, clientKey }: PhotoSender, task: () => Promise<Result>): Promise<Result> {
    const leaves = [ofOwners.take('userId' in owner ? owner.userId : owner.teamSessionId)]
    try {
      leaves.push(ofAddresses.take(clientKey))
      return await task()
    } finally {
      for (const leave of leaves) leave()
    }
  }

  async function accept(owner: Owner, bytes: Uint8Array): Promise<Photo> {
    if ((await library.countPhotos(owner)) >= MAX_PHOTOS) {
      const detail = 'You have too many photos waiting. Those that no assistant uses go after two days.'
      throw new AppError('rate-limited', { detail })
    }
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
  }

  return async (sender: PhotoSender, bytes: Uint8Array): Promise<Photo> => {
    checkPhoto(bytes)
    return inLine(sender, () => accept(sender.owner, bytes))
  }
}

/** A file that brings the reading process down, or keeps it busy for too long, is no picture that anybody needs. */
function refuseUndecodable(error: unknown): Picture {
  if (error instanceof MediaError) refuseTruncated()
  throw error
}
