import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { photoFaceSchema } from '#contract/photo-face.ts'
import { findPerson } from '#portrait/people.ts'
import { USUAL_FACE } from '#portrait/photo/measure-face.ts'
import type { Database } from '../../../infra/db/client.ts'
import { sandboxDidImages as images } from '../../../infra/db/schema/talks-sandbox.ts'
import { checkPhoto } from '../../../infra/media/header/image-header.ts'
import type { TalkingFace } from '../../../infra/media/media-tasks.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'
import { DidError, notFound } from './did-error.ts'

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
const SUPPORTED = ['image/jpeg', 'image/png']

/** D-ID leaves open what `metadata` is; here it says where the face is, or whose drawn portrait this is. */
const metadataSchema = z.union([
  z.object({ personId: z.string().refine((id) => findPerson(id) !== undefined, 'there is no such portrait') }),
  z.object({ face: photoFaceSchema }),
])

/** As D-ID's own: usable as `source_url`, not viewable. */
const SOURCE = /^s3:\/\/voxhall-sandbox\/(img_[\w-]+)\/image\.jpg$/

export interface DidImagesDeps {
  db: Database
  store: FileStore
}

export function imageKey(id: string): string {
  return `sandbox-d-id/images/${id}`
}

/** The image's id in a `source_url`; undefined for an address that is none of ours. */
export function imageIdOf(sourceUrl: string): string | undefined {
  return SOURCE.exec(sourceUrl)?.[1]
}

export function createDidImages({ db, store }: DidImagesDeps) {
  return {
    /** `POST /images`. */
    async add(form: FormData): Promise<{ id: string; url: string }> {
      const image = form.get('image')
      if (!(image instanceof File)) {
        throw new DidError(400, 'ValidationError', 'Validation Failed', {
          'body.image': { message: "'image' is required" },
        })
      }
      if (!SUPPORTED.includes(image.type)) {
        const details = { received: image.type, supported: SUPPORTED }
        throw new DidError(415, 'UnsupportedMimeTypeError', 'unsupported mime type', details)
      }
      if (image.size > MAX_IMAGE_BYTES)
        throw new DidError(400, 'InvalidFileSizeError', 'the image is larger than 10 MB')
      const bytes = new Uint8Array(await image.arrayBuffer())
      checkImage(bytes)
      const about = readMetadata(form.get('metadata'))
      const id = `img_${randomBytes(18).toString('base64url')}`
      await store.put(imageKey(id), bytes, image.type)
      await db.insert(images).values({
        id,
        personId: about && 'personId' in about ? about.personId : null,
        face: about && 'face' in about ? about.face : null,
        createdAt: new Date(),
      })
      return { id, url: `s3://voxhall-sandbox/${id}/image.jpg` }
    },

    /** The image that a `source_url` names. */
    async findSource(sourceUrl: string): Promise<string> {
      const id = imageIdOf(sourceUrl)
      const [row] = id ? await db.select({ id: images.id }).from(images).where(eq(images.id, id)) : []
      if (!row) throw new DidError(400, 'BadRequestError', 'invalid actor url')
      return row.id
    },

    async faceOf(id: string): Promise<TalkingFace> {
      const [row] = await db.select().from(images).where(eq(images.id, id))
      if (row?.personId) return { kind: 'portrait', personId: row.personId }
      const picture = row && (await store.get(imageKey(id)))
      if (!picture) throw notFound('image')
      return { kind: 'photo', picture, face: row.face ?? USUAL_FACE }
    },

    async delete(id: string): Promise<void> {
      const rows = await db.delete(images).where(eq(images.id, id)).returning({ id: images.id })
      if (rows.length === 0) throw notFound('image')
      await store.delete(imageKey(id))
    },
  }
}

export type DidImages = ReturnType<typeof createDidImages>

function checkImage(bytes: Uint8Array): void {
  try {
    checkPhoto(bytes)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new DidError(400, 'InvalidImageResolutionError', cause.detail, undefined, { cause })
  }
}

function readMetadata(given: File | string | null): z.infer<typeof metadataSchema> | undefined {
  if (typeof given !== 'string') return undefined
  try {
    return metadataSchema.parse(JSON.parse(given))
  } catch (cause) {
    const details = { 'body.metadata': { message: 'not understood' } }
    throw new DidError(400, 'ValidationError', 'Validation Failed', details, { cause })
  }
}
