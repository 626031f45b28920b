import { and, eq, exists, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../../infra/db/client.ts'
import { assistantVersions, ownAssistants } from '../../../infra/db/schema/own-assistants.ts'
import type { Files } from '../../files/files.ts'

export type PhotoKeeper = ReturnType<typeof createPhotoKeeper>

/** Keeps the photos that an assistant, its draft or one of its stored versions shows, and removes the others. */
export function createPhotoKeeper(db: Database, photos: Files['photos'], log: Pick<Logger, 'error'>) {
  async function isUsed(userId: string, photoId: string): Promise<boolean> {
    const inVersion = db
      .select({ one: sql`1` })
      .from(assistantVersions)
      .where(
        and(
          eq(assistantVersions.assistantId, ownAssistants.id),
          sql`${assistantVersions.content}->>'photoId' = ${photoId}`,
        ),
      )
    const isShown = or(
      eq(ownAssistants.photoId, photoId),
      sql`${ownAssistants.draft}->>'photoId' = ${photoId}`,
      exists(inVersion),
    )
    return (await db.$count(ownAssistants, and(eq(ownAssistants.userId, userId), isShown))) > 0
  }

  /** Called after a change that may have left photos unused. If this fails, an unused photo stays, which does no harm. */
  async function drop(userId: string, photoIds: readonly string[]): Promise<void> {
    try {
      for (const photoId of new Set(photoIds)) if (!(await isUsed(userId, photoId))) await photos.remove(photoId)
    } catch (error) {
      log.error({ err: error }, 'a photo could not be deleted')
    }
  }

  return {
    drop,
    /** Runs a change that uses a photo. If the change fails, the photo is removed. @throws AppError `photo-unknown` */
    async using<Result>(userId: string, photoId: string, change: () => Promise<Result>): Promise<Result> {
      if (!(await photos.isOf(photoId, userId))) throw new AppError('photo-unknown')
      try {
        return await change()
      } finally {
        await drop(userId, [photoId])
      }
    },
  }
}
