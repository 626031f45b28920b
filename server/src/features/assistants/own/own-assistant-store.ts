import { createHash, randomUUID, randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { MAX_OWN_ASSISTANTS } from '#contract/own-assistant-limits.ts'
import type { OwnAssistantContent } from '#contract/own-assistant.ts'
import {
  nextOwnAssistantStatus,
  settleStatuses,
  type AssistantRoom,
  type OwnAssistantEvent,
} from '#contract/own-assistant-status.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import { lockOwner } from '../../../infra/db/lock-owner.ts'
import { assistantVersions, ownAssistants } from '../../../infra/db/schema/own-assistants.ts'

export type OwnAssistantRow = typeof ownAssistants.$inferSelect

const NAME_LENGTH = 40
const REVISION_LENGTH = 22
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Makes 10^12 variants, so that an address can't be guessed. */
const TAIL_LENGTH = 8

/** Letters that Unicode does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}

/** "Zoë Groß & Co." → `zoe-gross-co-k3v9m2xa`. */
function newSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  const tail = Array.from({ length: TAIL_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${words === '' ? 'assistant' : words}-${tail}`
}

/** Settings that apply at once, without publishing. The feature that owns a section parses it and fills in its defaults. */
type SettingsSection = 'website' | 'actions' | 'conversations' | 'limits'
export type AssistantSettings = Readonly<Record<SettingsSection, Readonly<Record<string, unknown>>>>

/** A revision that identifies the stored values of a section: other values have another revision. */
export function settingsRevision(values: Readonly<Record<string, unknown>>): string {
  // The database returns an object's keys in an order of its own, so equal values always give the same text.
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, REVISION_LENGTH)
}

/** The values of a section as they are kept now, and as they are to be. */
type SettingsChange =
  | Readonly<Record<string, unknown>>
  | ((kept: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>)

type StatusRow = Pick<OwnAssistantRow, 'id' | 'status'>

const NEWEST_FIRST = [desc(ownAssistants.createdAt), desc(ownAssistants.id)]

/** All queries about own assistants. Every change names the owner, for whom other people's assistants do not exist. */
export function createOwnAssistantStore(db: Database) {
  return {
    /** Newest first. */
    list: (userId: string): Promise<OwnAssistantRow[]> =>
      db
        .select()
        .from(ownAssistants)
        .where(eq(ownAssistants.userId, userId))
        .orderBy(...NEWEST_FIRST),
    /** The same without the texts, which may take 120 kB per assistant. */
    listStatuses: (userId: string): Promise<StatusRow[]> => listStatuses(db, userId),

    findById: (id: string): Promise<OwnAssistantRow | undefined> =>
      db.query.ownAssistants.findFirst({ where: eq(ownAssistants.id, id) }),
    findBySlug: (slug: string): Promise<OwnAssistantRow | undefined> =>
      db.query.ownAssistants.findFirst({ where: eq(ownAssistants.slug, slug) }),

    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .select({ id: ownAssistants.id, name: ownAssistants.name })
        .from(ownAssistants)
        .where(inArray(ownAssistants.id, [...ids]))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },

    /**
     * Creates an assistant or, if this form was submitted before, corrects the one that it made.
     * @returns its id, and photos that may be unused now
     * @throws AppError `too-many-assistants`
     */
    create: (
      userId: string,
      submissionId: string,
      { timeZone, ...content }: OwnAssistantContent & { timeZone: string },
    ): Promise<{ id: string; photosLeft: readonly string[] }> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const [made] = await tx
          .select()
          .from(ownAssistants)
          .where(and(eq(ownAssistants.userId, userId), eq(ownAssistants.submissionId, submissionId)))
          .for('update')
        if (made) {
          await correct(tx, made, content)
          return { id: made.id, photosLeft: [made.photoId] }
        }
        if ((await tx.$count(ownAssistants, eq(ownAssistants.userId, userId))) >= MAX_OWN_ASSISTANTS) {
          throw new AppError('too-many-assistants')
        }
        const now = new Date()
        const [row] = await tx
          .insert(ownAssistants)
          .values({
            ...content,
            timeZone,
            id: `own_${randomUUID()}`,
            userId,
            submissionId,
            slug: newSlug(content.name),
            createdAt: now,
            updatedAt: now,
          })
          .returning()
        if (!row) throw new Error('an assistant was not written')
        await tx
          .insert(assistantVersions)
          .values({ assistantId: row.id, number: row.published, content, publishedAt: now })
        return { id: row.id, photosLeft: [] }
      }),

    /** @throws AppError `not-found` */
    apply: (userId: string, id: string, event: OwnAssistantEvent): Promise<void> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const [before] = await tx.select().from(ownAssistants).where(mine(userId, id))
        if (!before) throw new AppError('not-found')
        const status = nextOwnAssistantStatus(before.status, event)
        await tx.update(ownAssistants).set({ status }).where(eq(ownAssistants.id, id))
      }),

    /**
     * Replaces a section. `revision` identifies the values that the change is based on. Values that are stored already are
     * no change, so a request that is sent again because its answer was lost is not refused.
     * @throws AppError `not-found`, or `changed-meanwhile` if other values were saved since that revision
     */
    saveSettings: (
      executor: Database | Transaction,
      userId: string,
      id: string,
      section: SettingsSection,
      change: SettingsChange,
      revision?: string,
    ): Promise<OwnAssistantRow> =>
      executor.transaction(async (tx) => {
        const row = await lockOne(tx, userId, id)
        const values = typeof change === 'function' ? change(row[section]) : change
        if (isDeepStrictEqual(row[section], values)) return row
        if (revision !== undefined && revision !== settingsRevision(row[section])) {
          throw new AppError('changed-meanwhile')
        }
        const [saved] = await tx
          .update(ownAssistants)
          .set({ [section]: values })
          .where(eq(ownAssistants.id, id))
          .returning()
        return saved ?? row
      }),

    /** @throws AppError `not-found` */
    async setTimeZone(userId: string, id: string, timeZone: string): Promise<void> {
      const changed = await db.update(ownAssistants).set({ timeZone }).where(mine(userId, id)).returning()
      if (changed.length === 0) throw new AppError('not-found')
    },

    /**
     * @param beforehand what other features do before, in the same transaction
     * @returns the photos that the assistant had; undefined if there was no such assistant
     */
    remove: (
      userId: string,
      id: string,
      beforehand: (tx: Transaction) => Promise<void>,
    ): Promise<string[] | undefined> =>
      db.transaction(async (tx) => {
        const [row] = await tx.select().from(ownAssistants).where(mine(userId, id)).for('update')
        if (!row) return undefined
        const versions = await tx
          .select({ photoId: sql<string>`${assistantVersions.content}->>'photoId'` })
          .from(assistantVersions)
          .where(eq(assistantVersions.assistantId, id))
        await beforehand(tx)
        await tx.delete(ownAssistants).where(eq(ownAssistants.id, id))
        return [row.photoId, ...(row.draft ? [row.draft.photoId] : []), ...versions.map(({ photoId }) => photoId)]
      }),

    /** Stores for all assistants of an owner the statuses that follow from the places in the plan. */
    settle: (userId: string, room: AssistantRoom): Promise<void> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, { userId })
        const rows = await listStatuses(tx, userId)
        for (const [index, { id, status }] of settledIn(rows, room).entries()) {
          if (rows[index]?.status === status) continue
          await tx.update(ownAssistants).set({ status }).where(eq(ownAssistants.id, id))
        }
      }),
  }
}

/**
 * Replaces what an assistant was made with. A form is sent again when its answer was lost, and the person may have
 * changed it before that. An assistant that its owner has changed since then stays as it is.
 */
async function correct(tx: Transaction, made: OwnAssistantRow, content: OwnAssistantContent): Promise<void> {
  if (made.draft !== null || isDeepStrictEqual(contentOf(made), content)) return
  const itsVersions = eq(assistantVersions.assistantId, made.id)
  if ((await tx.$count(assistantVersions, itsVersions)) > 1) return
  const now = new Date()
  // Another number, because a call prepares each published version once.
  const number = made.published + 1
  await tx
    .update(ownAssistants)
    .set({ ...content, published: number, version: made.version + 1, updatedAt: now })
    .where(eq(ownAssistants.id, made.id))
  await tx.update(assistantVersions).set({ number, content, publishedAt: now }).where(itsVersions)
}

export const mine = (userId: string, id: string) => and(eq(ownAssistants.userId, userId), eq(ownAssistants.id, id))

/** @throws AppError `not-found` */
export async function lockOne(tx: Transaction, userId: string, id: string): Promise<OwnAssistantRow> {
  const [row] = await tx.select().from(ownAssistants).where(mine(userId, id)).for('update')
  if (!row) throw new AppError('not-found')
  return row
}

function listStatuses(executor: Database | Transaction, userId: string): Promise<StatusRow[]> {
  return executor
    .select({ id: ownAssistants.id, status: ownAssistants.status })
    .from(ownAssistants)
    .where(eq(ownAssistants.userId, userId))
    .orderBy(...NEWEST_FIRST)
}

/** The published content, which callers hear. */
export function contentOf(row: OwnAssistantRow): OwnAssistantContent {
  const { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace } = row
  return { name, voiceId, firstMessage, systemPrompt, knowledge, photoId, photoFace }
}

/** All assistants of one owner, newest first, with the statuses that follow from the places in the plan. */
export function settledIn<Row extends StatusRow>(rows: readonly Row[], room: AssistantRoom): Row[] {
  const oldestFirst = rows.toReversed()
  const stored = oldestFirst.map(({ status }) => status)
  const statuses = settleStatuses(stored, room)
  return oldestFirst.map((row, index) => ({ ...row, status: statuses[index] ?? row.status })).toReversed()
}
