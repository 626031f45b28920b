import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TalkingVideosEnv } from '../../config/videos-env.ts'
import type { Database } from '../../infra/db/client.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDiskStore } from '../../infra/storage/disk-store.ts'
import { createFileLibrary } from '../../infra/storage/file-library.ts'
import type { FileStore } from '../../infra/storage/file-store.ts'
import { createS3Store } from '../../infra/storage/s3-store.ts'
import { createFileRoutes } from './routes.ts'

/** A picture of 40 megapixels takes two seconds on a slow machine. */
const PHOTO_TIMEOUT_MS = 10_000
/** A second picture is read beside one that takes its time. */
const PHOTO_PROCESSES = 2
/** A write takes seconds; an older draft belongs to a process that died, where several share the folder. */
const DRAFT_AGE_MS = 10 * 60_000
const longAgo = () => new Date(Date.now() - DRAFT_AGE_MS)

export interface FilesOptions {
  env: TalkingVideosEnv & { DATA_DIR: string }
  db: Database
  isSoleProcess: boolean
}

export type Files = ReturnType<typeof createFiles>

/** Photos that people upload and videos that are made of them: where they lie, whose they are, and how they are served. */
export function createFiles({ env, db, isSoleProcess }: FilesOptions) {
  const { store, path } = openStore(env)
  const createdAt = new Date()
  const library = createFileLibrary({ db, store })
  const media = createMedia({ timeoutMs: PHOTO_TIMEOUT_MS, processes: PHOTO_PROCESSES })
  return {
    library,
    /** The processes that decode and draw pictures. */
    media,
    routes: createFileRoutes({ library, media }),
    /** For assistants: a photo that an assistant shows is kept as long as it does. */
    photos: {
      isOf: (photoId: string, userId: string) => library.keepPhoto(db, photoId, userId),
      remove: (photoId: string) => library.letGo(db, photoId),
    },
    report: { path },
    /** Removes what a process left behind when it died. To be called at the start. */
    async resume(): Promise<void> {
      await store.clearDrafts(isSoleProcess ? createdAt : longAgo())
      // Earlier versions kept copies of pictures and videos there.
      await rm(join(env.DATA_DIR, 'files', 'sandbox-d-id'), { recursive: true, force: true })
    },
    chores: [() => library.clear(), () => store.clearDrafts(longAgo())],
    close: () => media.close(),
  }
}

function openStore(env: FilesOptions['env']): { store: FileStore; path: 'disk' | 's3' } {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !accessKeyId || !secretAccessKey) {
    return { store: createDiskStore(join(env.DATA_DIR, 'files')), path: 'disk' }
  }
  const region = env.S3_REGION
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { store: createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }), path: 's3' }
}
