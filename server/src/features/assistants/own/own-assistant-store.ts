import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { MAX_OWN_ASSISTANTS } from '#contract/own-assistant-limits.ts'
import type { OwnAssistantContent } from '#contract/own-assistant.ts'
import {
  nextOwnAssistantStatus,
  settleStatuses,
  type AssistantRoom,
  type OwnAssistantEvent,
} from '#contract/own-assistant-status.ts'
import type { Database } from '../../../infra/db/client.ts'
import { lockOwner } from '../../../infra/db/lock-owner.ts'
import { ownAssistants } from '../../../infra/db/schema/own-assistants.ts'
import { newSlug } from './slug.ts'

export type OwnAssistantRow = typeof ownAssistants.$inferSelect

/** All that is asked of the database about people's own assistants. Each change names the owner: others' do not exist. */
export interface OwnAssistantStore {
  /** Newest first. */
  list(userId: string): Promise<OwnAssistantRow[]>
  findById(id: string): Promise<OwnAssistantRow | undefined>
  findBySlug(slug: string): Promise<OwnAssistantRow | undefined>
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The one that this form made already, if it did. @throws AppError `too-many-assistants` */
  create(userId: string, submissionId: string, content: OwnAssistantContent): Promise<OwnAssistantRow>
  /** @returns it as it is now and the photo it had. @throws AppError `not-found`, `changed-meanwhile` */
  edit(
    userId: string,
    id: string,
    version: number,
    content: OwnAssistantContent,
  ): Promise<{ row: OwnAssistantRow; photoBefore: string }>
  /** @throws AppError `not-found` */
  apply(userId: string, id: string, event: OwnAssistantEvent): Promise<OwnAssistantRow>
  /** @returns the photo that it had, undefined where there was no such assistant */
  remove(userId: string, id: string): Promise<string | undefined>
  /** Brings all of an owner's in line with the room in the plan. */
  settle(userId: string, room: AssistantRoom): Promise<void>
  isPhotoUsed(photoId: string): Promise<boolean>
}

export function createOwnAssistantStore(db: Database): OwnAssistantStore {
  const mine = (userId: string, id: string) => and(eq(ownAssistants.userId, userId), eq(ownAssistants.id, id))

  return {
    list: (userId) =>
      db
        .select()
        .from(ownAssistants)
        .where(eq(ownAssistants.userId, userId))
        .orderBy(desc(ownAssistants.createdAt), desc(ownAssistants.id)),

    async findById(id) {
      const [row] = await db.select().from(ownAssistants).where(eq(ownAssistants.id, id))
      return row
    },

    async findBySlug(slug) {
      const [row] = await db.select().from(ownAssistants).where(eq(ownAssistants.slug, slug))
      return row
    },

    async namesOf(ids) {
      const rows = await db
        .select({ id: ownAssistants.id, name: ownAssistants.name })
        .from(ownAssistants)
        .where(inArray(ownAssistants.id, [...ids]))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    create: (userId, submissionId, content) =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const [made] = await tx
          .select()
          .from(ownAssistants)
          .where(and(eq(ownAssistants.userId, userId), eq(ownAssistants.submissionId, submissionId)))
        if (made) return made
        if ((await tx.$count(ownAssistants, eq(ownAssistants.userId, userId))) >= MAX_OWN_ASSISTANTS) {
          throw new AppError('too-many-assistants')
        }
        const now = new Date()
        const [row] = await tx
          .insert(ownAssistants)
          .values({
            ...content,
            id: `own_${randomUUID()}`,
            userId,
            submissionId,
            slug: newSlug(content.name),
            createdAt: now,
            updatedAt: now,
          })
          .returning()
        if (!row) throw new Error('an assistant was not written')
        return row
      }),

    edit: (userId, id, version, content) =>
      db.transaction(async (tx) => {
        const [before] = await tx.select().from(ownAssistants).where(mine(userId, id)).for('update')
        if (!before) throw new AppError('not-found')
        if (before.version !== version) throw new AppError('changed-meanwhile')
        const [row] = await tx
          .update(ownAssistants)
          .set({ ...content, version: sql`${ownAssistants.version} + 1`, updatedAt: new Date() })
          .where(eq(ownAssistants.id, id))
          .returning()
        return { row: row ?? before, photoBefore: before.photoId }
      }),

    apply: (userId, id, event) =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const [before] = await tx.select().from(ownAssistants).where(mine(userId, id))
        if (!before) throw new AppError('not-found')
        const status = nextOwnAssistantStatus(before.status, event)
        if (status === before.status) return before
        await tx.update(ownAssistants).set({ status }).where(eq(ownAssistants.id, id))
        return { ...before, status }
      }),

    async remove(userId, id) {
      const [row] = await db.delete(ownAssistants).where(mine(userId, id)).returning()
      return row?.photoId
    },

    settle: (userId, room) =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const rows = await tx
          .select({ id: ownAssistants.id, status: ownAssistants.status })
          .from(ownAssistants)
          .where(eq(ownAssistants.userId, userId))
          .orderBy(asc(ownAssistants.createdAt), asc(ownAssistants.id))
        const settled = settleStatuses(
          rows.map(({ status }) => status),
          room,
        )
        for (const [index, { id, status }] of rows.entries()) {
          const next = settled[index]
          if (next === undefined || next === status) continue
          await tx.update(ownAssistants).set({ status: next }).where(eq(ownAssistants.id, id))
        }
      }),

    async isPhotoUsed(photoId) {
      return (await db.$count(ownAssistants, eq(ownAssistants.photoId, photoId))) > 0
    },
  }
}
