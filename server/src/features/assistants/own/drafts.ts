import { AppError } from '#contract/errors.ts'
import { fileUrl } from '#contract/files.ts'
import type {
  AssistantVersion,
  DraftContent,
  OwnAssistantContent,
  OwnAssistantDetail,
  SavedDraft,
} from '#contract/own-assistant.ts'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import { createDraftStore, mergePairs, type Changed } from './draft-store.ts'
import type { OwnAssistantRow } from './own-assistant-row.ts'
import type { PhotoKeeper } from './photo-keeper.ts'

interface DraftsDeps {
  db: Database
  photoKeeper: PhotoKeeper
  /** The assistant with its status under the plan. @throws AppError `not-found`, also for another owner's assistant */
  read: (userId: string, id: string) => Promise<OwnAssistantDetail>
}

export type Drafts = ReturnType<typeof createDrafts>

/** Saves, publishes, discards and restores what an owner changes. */
export function createDrafts({ db, photoKeeper, read }: DraftsDeps) {
  const store = createDraftStore(db)

  async function settled(change: Promise<Changed>): Promise<OwnAssistantRow> {
    const { row, photosLeft } = await change
    await photoKeeper.drop(row.userId, photosLeft)
    return row
  }

  return {
    async save(userId: string, id: string, version: number, content: DraftContent): Promise<SavedDraft> {
      const row = await photoKeeper.using(userId, content.photoId, () =>
        settled(store.save(userId, id, version, content)),
      )
      return { version: row.version, hasDraft: row.draft !== null, updatedAt: row.updatedAt.toISOString() }
    },

    async discard(userId: string, id: string, version: number): Promise<OwnAssistantDetail> {
      await settled(store.discard(userId, id, version))
      return read(userId, id)
    },

    async publish(userId: string, id: string, version: number): Promise<OwnAssistantDetail> {
      await settled(store.publish(userId, id, version))
      return read(userId, id)
    },

    /** Saves and publishes in one step. */
    edit: (userId: string, id: string, version: number, content: OwnAssistantContent): Promise<OwnAssistantRow> =>
      photoKeeper.using(userId, content.photoId, () => settled(store.edit(userId, id, version, content))),

    async restore(userId: string, id: string, version: number, number: number): Promise<OwnAssistantDetail> {
      await settled(store.restore(userId, id, version, number))
      return read(userId, id)
    },

    async versions(userId: string, id: string): Promise<AssistantVersion[]> {
      const rows = await store.listVersions(userId, id)
      if (rows.length === 0) throw new AppError('not-found')
      return rows.map(({ number, publishedAt }) => ({ number, publishedAt: publishedAt.toISOString() }))
    },

    async version(userId: string, id: string, number: number) {
      const row = await store.findVersion(userId, id, number)
      if (!row) throw new AppError('not-found', { detail: 'This version is no longer kept.' })
      const content = { ...row.content, photoUrl: fileUrl(row.content.photoId) }
      return { number, publishedAt: row.publishedAt.toISOString(), content }
    },

    /** Adds answers to the draft; callers hear them once it is published. */
    async addPairs(
      executor: Database | Transaction,
      userId: string,
      id: string,
      pairs: readonly KnowledgePair[],
    ): Promise<void> {
      await store.changePairs(executor, userId, id, (before) => mergePairs(before, pairs))
    },

    /** Removes answers from the draft; callers hear them until it is published. */
    async removePairs(
      executor: Database | Transaction,
      userId: string,
      id: string,
      isMeant: (pair: KnowledgePair) => boolean,
    ): Promise<void> {
      await store.changePairs(executor, userId, id, (before) => before.filter((pair) => !isMeant(pair)))
    },

    exportFor: store.versionsOf,
  }
}
