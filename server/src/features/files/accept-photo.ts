import { AppError, type ErrorCode } from '#contract/errors.ts'
import { fileUrl, type Photo } from '#contract/files.ts'
import { PHOTO_MAX_BYTES, PHOTO_MAX_SIDE_PX } from '#contract/photo-limits.ts'
import { createPlaces } from '../../infra/http/places.ts'
import { readBody } from '../../infra/http/read-body.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { Media } from '../../infra/media/media.ts'
import { MediaError } from '../../infra/media/media-tasks.ts'
import type { FileLibrary } from '../../infra/storage/file-library.ts'

/** Leaves time to fill in the form. An assistant that is submitted within this time keeps the photo. */
const KEPT_MS = 48 * 3_600_000
/** All photos of a person, including those in use. */
const MAX_PHOTOS = 100
/** Concurrent uploads, each of which holds up to 10 MB in memory. */
const PLACES = 40
/** Pictures that wait for a processing child; each takes some tenths of a second there, at most two seconds. */
const LINE_PLACES = 12
/** The page sends one at a time. */
const PLACES_EACH = 2
/** Limit for one network address: several people may share an address, and one person may have several accounts. */
const PLACES_EACH_ADDRESS = 4
/** The overhead that a form adds to a file. */
const FORM_BYTES = 64 * 1024
const BODY_TIMEOUT_MS = 90_000
const TOO_LARGE = `A photo may be up to ${PHOTO_MAX_BYTES / 1024 / 1024} MB. Please make it smaller and try again.`

interface PhotoSender {
  owner: Owner
  clientKey: string
  /** Called when a child process had to be killed because of the picture. */
  onCostly: () => void
}

/**
 * Turns an untrusted file into a picture of ours: it is checked, decoded and re-encoded, and nothing else of it is kept.
 * The sender must get a place before any byte of the body is read, and only child processes parse the bytes.
 */
export function createPhotoDesk({ library, media }: { library: FileLibrary; media: Media }) {
  const ofOwners = createPlaces({
    places: PLACES,
    placesEach: PLACES_EACH,
    tooManyWords: 'Your other photos are still being processed. Please wait a moment and try again.',
  })
  const ofAddresses = createPlaces({
    placesEach: PLACES_EACH_ADDRESS,
    tooManyWords: 'Other photos from your network are still being processed. Please wait a moment and try again.',
  })
  const line = createPlaces({ places: LINE_PLACES, placesEach: LINE_PLACES, tooManyWords: '' })

  async function draw({ owner, clientKey, onCostly }: PhotoSender, form: Uint8Array, contentType: string) {
    try {
      return await line.during('all', () =>
        media.run(
          { task: 'accept-photo', form, contentType, maxBytes: PHOTO_MAX_BYTES, maxSidePx: PHOTO_MAX_SIDE_PX },
          { askedBy: [keyOf(owner), clientKey] },
        ),
      )
    } catch (error) {
      if (error instanceof MediaError && (error.kind === 'too-slow' || error.kind === 'died')) onCostly()
      throw forPerson(error)
    }
  }

  async function accept(sender: PhotoSender, request: Request): Promise<Photo> {
    const { owner } = sender
    refuseTooMany(await library.countPhotos(owner))
    const form = await readBody(request, {
      maxBytes: PHOTO_MAX_BYTES + FORM_BYTES,
      timeoutMs: BODY_TIMEOUT_MS,
      tooLargeWords: TOO_LARGE,
    })
    const { bytes, widthPx, heightPx } = await draw(sender, form, request.headers.get('content-type') ?? '')
    const expiresAt = new Date(Date.now() + KEPT_MS)
    const size = { widthPx, heightPx }
    const id = await library.addPhoto({ owner, bytes, mediaType: 'image/jpeg', size, expiresAt }, refuseTooMany)
    return { id, url: fileUrl(id), widthPx, heightPx }
  }

  /** A place of the sender and one of the address are held meanwhile. */
  return (sender: PhotoSender, request: Request): Promise<Photo> =>
    ofOwners.during(keyOf(sender.owner), () => ofAddresses.during(sender.clientKey, () => accept(sender, request)))
}

function keyOf(owner: Owner): string {
  return 'userId' in owner ? owner.userId : owner.teamSessionId
}

function refuseTooMany(photos: number): void {
  if (photos < MAX_PHOTOS) return
  const detail = 'You have too many unused photos. Photos that no assistant uses are deleted after two days.'
  throw new AppError('rate-limited', { detail })
}

const STOPPED = [
  'unavailable',
  'The picture could not be processed, because that part of the server stopped. It was not kept. ' +
    'Please try again. If that does not help, choose another picture.',
] as const
const DAMAGED = [
  'photo-refused',
  'The picture is damaged or incomplete. Please save it again, or choose another one.',
] as const
const FAILURES: Readonly<Record<MediaError['kind'], readonly [ErrorCode, string]>> = {
  'too-slow': [
    'photo-refused',
    'The picture took too long to process. It was not kept. Please save it again, or choose another one.',
  ],
  died: STOPPED,
  failed: STOPPED,
  undecodable: DAMAGED,
  'no-codecs': DAMAGED,
}

function forPerson(cause: unknown): unknown {
  if (!(cause instanceof MediaError)) return cause
  const [code, detail] = FAILURES[cause.kind]
  return new AppError(code, { detail, cause, ...(code === 'unavailable' && { retryAfterSeconds: 2 }) })
}
