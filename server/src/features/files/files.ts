import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../../config/env.ts'
import type { Database } from '../../infra/db/client.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDiskStore } from '../../infra/storage/disk-store.ts'
import { createFileLibrary } from '../../infra/storage/file-library.ts'
import type { FileStore } from '../../infra/storage/file-store.ts'
import { createS3Store } from '../../infra/storage/s3-store.ts'
import { createFileRoutes, PHOTO_UPLOAD_PATH } from './routes.ts'

/** A picture of 40 megapixels takes two seconds on a slow machine. */
const PHOTO_TIMEOUT_MS = 10_000
/** A slow picture does not hold up others, which a second process reads. */
const PHOTO_PROCESSES = 2
/** A write takes seconds. An older draft was left by a crashed process, if several processes share the folder. */
const DRAFT_AGE_MS = 10 * 60_000
const longAgo = () => new Date(Date.now() - DRAFT_AGE_MS)

type Config = Pick<
  Env,
  'DATA_DIR' | 'S3_ACCESS_KEY_ID' | 'S3_BUCKET' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_SECRET_ACCESS_KEY'
>

interface FilesDeps {
  config: Config
  db: Database
  /** True if no other process uses the folder, so that drafts found at the start were left by a crash. */
  isSoleProcess: boolean
}

export type Files = ReturnType<typeof createFiles>

/** Uploaded photos and generated videos, stored on disk or in an S3 bucket, and served. */
export function createFiles({ config, db, isSoleProcess }: FilesDeps) {
  const createdAt = new Date()
  const { store, path } = openStore(config)
  const library = createFileLibrary({ db, store })
  const media = createMedia({ timeoutMs: PHOTO_TIMEOUT_MS, processes: PHOTO_PROCESSES })
  return {
    library,
    /** Processes photos in child processes of its own, so that no photo waits for a video. */
    media,
    path,
    photos: {
      /** Whether the photo exists and this person uploaded it. If so, the photo no longer expires. */
      isOf: (photoId: string, userId: string) => library.keepPhoto(photoId, userId),
      /** Called when no assistant shows the photo any more. Idempotent. */
      remove: (photoId: string) => library.letGo(photoId),
    },
    routes: createFileRoutes({ library, media }),
    largeBodyPaths: [PHOTO_UPLOAD_PATH],
    /** Deletes drafts that a crashed process left behind. */
    async resume(): Promise<void> {
      await store.clearDrafts(isSoleProcess ? createdAt : longAgo())
      // Earlier versions stored copies of pictures and videos in this folder.
      await rm(join(config.DATA_DIR, 'files', 'sandbox-d-id'), { recursive: true, force: true })
    },
    chores: [() => library.clear(), () => store.clearDrafts(longAgo())],
    close: () => media.close(),
  }
}

function openStore(config: Config): { store: FileStore; path: 'disk' | 's3' } {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const folder = join(config.DATA_DIR, 'files')
    // With DATABASE_URL the data folder would only be created with the first file, but health checks test now whether it
    // can be written to.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return { store: createDiskStore(folder), path: 'disk' }
  }
  const region = config.S3_REGION
  const endpoint = config.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { store: createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }), path: 's3' }
}
