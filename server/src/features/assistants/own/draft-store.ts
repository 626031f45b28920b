import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { KNOWLEDGE_MAX_PAIRS, MAX_KEPT_VERSIONS, OWN_ASSISTANT_WORDS } from '#contract/own-assistant-limits.ts'
import { ownAssistantContentSchema, type DraftContent, type OwnAssistantContent } from '#contract/own-assistant.ts'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import { assistantVersions, ownAssistants } from '../../../infra/db/schema/own-assistants.ts'
import { contentOf, keepVersion, type OwnAssistantRow } from './own-assistant-row.ts'

/** The assistant after a change, and photos that may be unused now. */
export interface Changed {
  row: OwnAssistantRow
  photosLeft: readonly string[]
}

type VersionRow = typeof assistantVersions.$inferSelect

/**
 * Drafts and published versions. The columns of an assistant hold what callers hear. `draft` holds the owner's
 * unpublished changes, and is null if there are none.
 *
 *   as published ── saved, restored ──▶ draft ── published ──▶ as published, with the next number
 *        ▲                               │
 *        └──────── discarded, or changed back
 */
export function createDraftStore(db: Database) {
  /** @throws AppError `not-found`, or `changed-meanwhile` if `version` is no longer current */
  async function lockOne(tx: Transaction, userId: string, id: string, version?: number): Promise<OwnAssistantRow> {
    const [row] = await tx.select().from(ownAssistants).where(mine(userId, id)).for('update')
    if (!row) throw new AppError('not-found')
    if (version !== undefined && row.version !== version) throw new AppError('changed-meanwhile')
    return row
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
    const published = before.published + 1
    const now = new Date()
    const [row] = await tx
      .update(ownAssistants)
      .set({ ...content, draft: null, published, version: sql`${ownAssistants.version} + 1`, updatedAt: now })
      .where(eq(ownAssistants.id, before.id))
      .returning()
    await keepVersion(tx, before.id, published, content, now)
    const forgotten = await tx
      .delete(assistantVersions)
      .where(
        and(eq(assistantVersions.assistantId, before.id), lte(assistantVersions.number, published - MAX_KEPT_VERSIONS)),
      )
      .returning({ photoId: sql<string>`${assistantVersions.content}->>'photoId'` })
    const photosLeft = [before.photoId, ...(before.draft ? [before.draft.photoId] : [])]
    return { row: row ?? before, photosLeft: [...photosLeft, ...forgotten.map(({ photoId }) => photoId)] }
  }

  return {
    /** What is being changed to what it is already stays, on whatever version: a save whose answer was lost is sent again. */
    save: (userId: string, id: string, version: number, content: DraftContent): Promise<Changed> =>
      db.transaction(async (tx) => {
        const before = await lockOne(tx, userId, id)
        const isThere = isDeepStrictEqual(content, before.draft ?? contentOf(before))
        if (before.version !== version && !isThere) throw new AppError('changed-meanwhile')
        return putDraft(tx, before, content)
      }),

    discard: (userId: string, id: string, version: number): Promise<Changed> =>
      db.transaction(async (tx) => {
        const before = await lockOne(tx, userId, id, version)
        return putDraft(tx, before, contentOf(before))
      }),

    /** Does nothing without a draft. @throws AppError `bad-request` with what is missing in the draft */
    publish: (userId: string, id: string, version: number): Promise<Changed> =>
      db.transaction(async (tx) => {
        const before = await lockOne(tx, userId, id, version)
        if (before.draft === null) return { row: before, photosLeft: [] }
        const whole = ownAssistantContentSchema.safeParse(before.draft)
        if (whole.success) return putOnAir(tx, before, whole.data)
        throw new AppError('bad-request', {
          detail: 'Something is missing before this can be published. The draft is kept.',
          issues: whole.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
        })
      }),

    /** Publishes the content at once and discards any draft. */
    edit: (userId: string, id: string, version: number, content: OwnAssistantContent): Promise<Changed> =>
      db.transaction(async (tx) => putOnAir(tx, await lockOne(tx, userId, id, version), content)),

    restore: (userId: string, id: string, version: number, number: number): Promise<Changed> =>
      db.transaction(async (tx) => {
        const before = await lockOne(tx, userId, id, version)
        const kept = await findVersion(tx, id, number)
        if (!kept) throw new AppError('not-found')
        return putDraft(tx, before, kept.content)
      }),

    /** Changes the questions and answers of the draft. @throws AppError `bad-request` if there are too many */
    changePairs: (
      executor: Database | Transaction,
      userId: string,
      id: string,
      change: (pairs: readonly KnowledgePair[]) => KnowledgePair[],
    ): Promise<Changed> =>
      executor.transaction(async (tx) => {
        const before = await lockOne(tx, userId, id)
        const content = before.draft ?? contentOf(before)
        const pairs = change(content.knowledge.pairs)
        if (pairs.length > KNOWLEDGE_MAX_PAIRS) {
          throw new AppError('bad-request', { detail: `${OWN_ASSISTANT_WORDS.tooManyPairs} Nothing was changed.` })
        }
        return putDraft(tx, before, { ...content, knowledge: { ...content.knowledge, pairs } })
      }),

    /**
     * Newest first, without the contents. Every assistant has at least one version; the list for another owner's is
     * empty.
     */
    listVersions: (userId: string, id: string): Promise<Pick<VersionRow, 'number' | 'publishedAt'>[]> =>
      db
        .select({ number: assistantVersions.number, publishedAt: assistantVersions.publishedAt })
        .from(assistantVersions)
        .innerJoin(ownAssistants, eq(ownAssistants.id, assistantVersions.assistantId))
        .where(and(eq(ownAssistants.userId, userId), eq(assistantVersions.assistantId, id)))
        .orderBy(desc(assistantVersions.number)),

    findVersion: (userId: string, id: string, number: number): Promise<VersionRow | undefined> =>
      db.transaction(async (tx) => {
        const [owned] = await tx.select({ id: ownAssistants.id }).from(ownAssistants).where(mine(userId, id))
        return owned && findVersion(tx, id, number)
      }),

    /** All versions of all assistants for the export of a person's data, newest first. */
    versionsOf: (userId: string): Promise<VersionRow[]> =>
      db
        .select({
          assistantId: assistantVersions.assistantId,
          number: assistantVersions.number,
          content: assistantVersions.content,
          publishedAt: assistantVersions.publishedAt,
        })
        .from(assistantVersions)
        .innerJoin(ownAssistants, eq(ownAssistants.id, assistantVersions.assistantId))
        .where(eq(ownAssistants.userId, userId))
        .orderBy(desc(assistantVersions.number)),
  }
}

const mine = (userId: string, id: string) => and(eq(ownAssistants.userId, userId), eq(ownAssistants.id, id))

function findVersion(executor: Transaction, id: string, number: number): Promise<VersionRow | undefined> {
  return executor.query.assistantVersions.findFirst({
    where: and(eq(assistantVersions.assistantId, id), eq(assistantVersions.number, number)),
  })
}

/** Adds pairs; each replaces one with the same question. */
export function mergePairs(before: readonly KnowledgePair[], added: readonly KnowledgePair[]): KnowledgePair[] {
  const byQuestion = new Map(before.map((pair) => [pair.question.toLowerCase(), pair]))
  // A draft may have several pairs with an empty question, which must not replace each other.
  const incomplete = before.filter((pair) => byQuestion.get(pair.question.toLowerCase()) !== pair)
  for (const pair of added) byQuestion.set(pair.question.toLowerCase(), pair)
  return [...byQuestion.values(), ...incomplete]
}
