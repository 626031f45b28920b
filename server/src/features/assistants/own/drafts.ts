import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { fileUrl } from '#contract/files.ts'
import { KNOWLEDGE_MAX_PAIRS, MAX_KEPT_VERSIONS, OWN_ASSISTANT_WORDS } from '#contract/own-assistant-limits.ts'
import {
  ownAssistantContentSchema,
  type DraftContent,
  type OwnAssistantContent,
  type OwnAssistantDetail,
} from '#contract/own-assistant.ts'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import { assistantVersions, ownAssistants } from '../../../infra/db/schema/own-assistants.ts'
import { contentOf, lockOne, mine, type OwnAssistantRow } from './own-assistant-store.ts'
import type { PhotoKeeper } from './photo-keeper.ts'

/** The assistant after a change, and photos that may be unused now. */
interface Changed {
  row: OwnAssistantRow
  photosLeft: readonly string[]
}

/**
 * Saves, publishes, discards and restores what an owner changes. The columns of an assistant hold what callers hear.
 * `draft` holds the owner's unpublished changes, and is null if there are none.
 *
 *   as published ── saved, restored ──▶ draft ── published ──▶ as published, with the next number
 *        ▲                               │
 *        └──────── discarded, or changed back
 *
 * @param read gives the assistant with its status under the plan. It throws `not-found`, also for another owner's
 * assistant.
 */
export function createDrafts(
  db: Database,
  photoKeeper: PhotoKeeper,
  read: (userId: string, id: string) => Promise<OwnAssistantDetail>,
) {
  /** The versions of the assistants for which the condition holds. */
  const versionsOf = (which: SQL | undefined) =>
    inArray(assistantVersions.assistantId, db.select({ id: ownAssistants.id }).from(ownAssistants).where(which))

  const findVersion = (executor: Database | Transaction, userId: string, id: string, number: number) =>
    executor.query.assistantVersions.findFirst({
      where: and(versionsOf(mine(userId, id)), eq(assistantVersions.number, number)),
    })

  /** @throws AppError `not-found`, or `changed-meanwhile` if `version` is given and no longer current */
  async function change(
    userId: string,
    id: string,
    version: number | undefined,
    work: (tx: Transaction, before: OwnAssistantRow) => Promise<Changed>,
  ): Promise<OwnAssistantRow> {
    const { row, photosLeft } = await db.transaction(async (tx) => {
      const before = await lockOne(tx, userId, id)
      if (version !== undefined && before.version !== version) throw new AppError('changed-meanwhile')
      return work(tx, before)
    })
    await photoKeeper.drop(userId, photosLeft)
    return row
  }

  /** Changes the questions and answers of the draft. @throws AppError `bad-request` if there are too many */
  const changePairs = (
    executor: Database | Transaction,
    userId: string,
    id: string,
    changed: (pairs: readonly KnowledgePair[]) => KnowledgePair[],
  ): Promise<void> =>
    executor.transaction(async (tx) => {
      const before = await lockOne(tx, userId, id)
      const content = before.draft ?? contentOf(before)
      const pairs = changed(content.knowledge.pairs)
      if (pairs.length > KNOWLEDGE_MAX_PAIRS) {
        throw new AppError('bad-request', { detail: `${OWN_ASSISTANT_WORDS.tooManyPairs} Nothing was changed.` })
      }
      await putDraft(tx, before, { ...content, knowledge: { ...content.knowledge, pairs } })
    })

  return {
    /** Content that is stored already is no change on any version, so a save whose answer was lost may be sent again. */
    save: (userId: string, id: string, version: number, content: DraftContent) =>
      photoKeeper.using(userId, content.photoId, async () => {
        const row = await change(userId, id, undefined, async (tx, before) => {
          const isThere = isDeepStrictEqual(content, before.draft ?? contentOf(before))
          if (before.version !== version && !isThere) throw new AppError('changed-meanwhile')
          return putDraft(tx, before, content)
        })
        return { version: row.version, hasDraft: row.draft !== null, updatedAt: row.updatedAt }
      }),

    async discard(userId: string, id: string, version: number): Promise<OwnAssistantDetail> {
      await change(userId, id, version, (tx, before) => putDraft(tx, before, contentOf(before)))
      return read(userId, id)
    },

    /** Does nothing without a draft. @throws AppError `bad-request` with what is missing in the draft */
    async publish(userId: string, id: string, version: number): Promise<OwnAssistantDetail> {
      await change(userId, id, version, async (tx, before) => {
        if (before.draft === null) return { row: before, photosLeft: [] }
        const whole = ownAssistantContentSchema.safeParse(before.draft)
        if (whole.success) return putOnAir(tx, before, whole.data)
        throw new AppError('bad-request', {
          detail: 'Something is missing before this can be published. The draft is kept.',
          issues: whole.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        })
      })
      return read(userId, id)
    },

    /** Publishes the content at once and discards any draft. */
    edit: (userId: string, id: string, version: number, content: OwnAssistantContent) =>
      photoKeeper.using(userId, content.photoId, () =>
        change(userId, id, version, (tx, before) => putOnAir(tx, before, content)),
      ),

    async restore(userId: string, id: string, version: number, number: number): Promise<OwnAssistantDetail> {
      await change(userId, id, version, async (tx, before) => {
        const kept = await findVersion(tx, userId, id, number)
        if (!kept) throw new AppError('not-found')
        return putDraft(tx, before, kept.content)
      })
      return read(userId, id)
    },

    /** Newest first, without the contents. Every assistant has at least one version. */
    async versions(userId: string, id: string) {
      const versions = await db.query.assistantVersions.findMany({
        columns: { number: true, publishedAt: true },
        where: versionsOf(mine(userId, id)),
        orderBy: desc(assistantVersions.number),
      })
      if (versions.length === 0) throw new AppError('not-found')
      return versions
    },

    async version(userId: string, id: string, number: number) {
      const row = await findVersion(db, userId, id, number)
      if (!row) throw new AppError('not-found', { detail: 'This version is no longer kept.' })
      const content = { ...row.content, photoUrl: fileUrl(row.content.photoId) }
      return { number, publishedAt: row.publishedAt, content }
    },

    /** Adds answers to the draft; callers hear them once it is published. */
    addPairs: (executor: Database | Transaction, userId: string, id: string, pairs: readonly KnowledgePair[]) =>
      changePairs(executor, userId, id, (before) => mergePairs(before, pairs)),

    /** Removes answers from the draft; callers hear them until it is published. */
    removePairs: (
      executor: Database | Transaction,
      userId: string,
      id: string,
      isMeant: (pair: KnowledgePair) => boolean,
    ) => changePairs(executor, userId, id, (before) => before.filter((pair) => !isMeant(pair))),

    /** All versions of all assistants for the export of a person's data, newest first. */
    exportFor: (userId: string) =>
      db.query.assistantVersions.findMany({
        where: versionsOf(eq(ownAssistants.userId, userId)),
        orderBy: desc(assistantVersions.number),
      }),
  }
}

async function putDraft(tx: Transaction, before: OwnAssistantRow, content: DraftContent): Promise<Changed> {
  const draft = isDeepStrictEqual(content, contentOf(before)) ? null : content
  if (isDeepStrictEqual(draft, before.draft)) return { row: before, photosLeft: [] }
  const [row] = await tx
    .update(ownAssistants)
    .set({ draft, version: sql`${ownAssistants.version} + 1`, updatedAt: new Date() })
    .where(eq(ownAssistants.id, before.id))
    .returning()
  return { row: row ?? before, photosLeft: before.draft ? [before.draft.photoId] : [] }
}

async function putOnAir(tx: Transaction, before: OwnAssistantRow, content: OwnAssistantContent): Promise<Changed> {
  const number = before.published + 1
  const now = new Date()
  const [row] = await tx
    .update(ownAssistants)
    .set({ ...content, draft: null, published: number, version: sql`${ownAssistants.version} + 1`, updatedAt: now })
    .where(eq(ownAssistants.id, before.id))
    .returning()
  await tx.insert(assistantVersions).values({ assistantId: before.id, number, content, publishedAt: now })
  const forgotten = await tx
    .delete(assistantVersions)
    .where(and(eq(assistantVersions.assistantId, before.id), lte(assistantVersions.number, number - MAX_KEPT_VERSIONS)))
    .returning({ photoId: sql<string>`${assistantVersions.content}->>'photoId'` })
  const photosLeft = [before.photoId, ...(before.draft ? [before.draft.photoId] : [])]
  return { row: row ?? before, photosLeft: [...photosLeft, ...forgotten.map(({ photoId }) => photoId)] }
}

/** Adds pairs; each replaces one with the same question. */
function mergePairs(before: readonly KnowledgePair[], added: readonly KnowledgePair[]): KnowledgePair[] {
  const byQuestion = new Map(before.map((pair) => [pair.question.toLowerCase(), pair]))
  // A draft may have several pairs with an empty question, which must not replace each other.
  const incomplete = before.filter((pair) => byQuestion.get(pair.question.toLowerCase()) !== pair)
  for (const pair of added) byQuestion.set(pair.question.toLowerCase(), pair)
  return [...byQuestion.values(), ...incomplete]
}
