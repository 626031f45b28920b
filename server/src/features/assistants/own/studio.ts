import type { Logger } from 'pino'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { conversationSettingsSchema } from '#contract/conversations.ts'
import { AppError } from '#contract/errors.ts'
import { fileUrl } from '#contract/files.ts'
import type {
  AssistantPage,
  OwnAssistant,
  OwnAssistantContent,
  OwnAssistantDetail,
  OwnPlan,
  TryAssistantContent,
  NewAssistant,
} from '#contract/own-assistant.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import type { Owner } from '../../../infra/http/session.ts'
import { inSlices, nextSlice } from '../../../infra/in-slices.ts'
import { createRecentValues } from '../../../infra/recent-values.ts'
import { definitionSteps } from './definition.ts'
import { createDrafts } from './drafts.ts'
import { createPhotoKeeper } from './photo-keeper.ts'
import type { Usage } from '../../billing/billing.ts'
import type { Files } from '../../files/files.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'
import {
  contentOf,
  createOwnAssistantStore,
  settledIn,
  type AssistantSettings,
  type OwnAssistantRow,
} from './own-assistant-store.ts'
import { createTryStore } from './try-store.ts'

const MINUTE_MS = 60_000
/** Prepared definitions are cached, so that the next call with the same assistant starts faster. */
const MAX_KEPT_DEFINITIONS = 200

export interface StudioDeps {
  db: Database
  photos: Files['photos']
  /** Knows how many assistants an account's plans allow. */
  billing: { usage: Pick<Usage, 'room'> }
  webhooks: Pick<Webhooks, 'forget'>
  /** Tells visitors that their appointments with an assistant end. Implemented by actions, which depend on assistants. */
  lastMails: { post(tx: Transaction, of: { assistantId: string }): Promise<void> }
  log: Pick<Logger, 'error'>
}

export type Studio = ReturnType<typeof createStudio>

/** Own assistants: storing them, making them live as far as the business plan has places, and finding them for calls. */
export function createStudio({ db, photos, billing, webhooks, lastMails, log }: StudioDeps) {
  const store = createOwnAssistantStore(db)
  const photoKeeper = createPhotoKeeper(db, photos, log)
  const drafts = createDrafts(db, photoKeeper, read)
  const tries = createTryStore(db)
  const definitions = createRecentValues<string, Promise<AssistantDefinition>>(MAX_KEPT_DEFINITIONS)

  function definitionOf(id: string, published: number, content: TryAssistantContent): Promise<AssistantDefinition> {
    return definitions.getOr(`${id} ${published}`, () => inSlices(definitionSteps(id, content)))
  }

  /** Stores which assistants occupy the places of the plan; called before and after the owner changes one of them. */
  async function settle(userId: string): Promise<void> {
    await store.settle(userId, (await billing.usage.room(userId)).assistants)
  }

  /** The assistant with its status under the plan as of now, which is stored only when its owner changes something. */
  async function settled(row: OwnAssistantRow | undefined): Promise<OwnAssistantRow | undefined> {
    if (!row || row.status === 'paused') return row
    const { assistants } = await billing.usage.room(row.userId)
    const now = settledIn(await store.listStatuses(row.userId), assistants).find(({ id }) => id === row.id)
    return now && { ...row, status: now.status }
  }

  async function read(userId: string, id: string): Promise<OwnAssistantDetail> {
    const room = await billing.usage.room(userId)
    const row = await store.findById(id)
    if (row?.userId !== userId) throw new AppError('not-found')
    const now = settledIn(await store.listStatuses(userId), room.assistants).find((each) => each.id === id)
    const { photoId, ...content } = row.draft ?? contentOf(row)
    return {
      ...toOwnAssistant({ ...row, status: now?.status ?? row.status }),
      editing: { ...content, photoId, photoUrl: fileUrl(photoId) },
      plan: toOwnPlan(room),
    }
  }

  /** An unsubmitted form, which only the account or team session that it belongs to can call. */
  async function findTry(id: string, trier: Owner | undefined) {
    const row = trier && (await tries.find(id, trier))
    if (!row) return undefined
    const definition = await definitionOf(id, 1, row.content)
    const edited = row.content.assistantId === undefined ? undefined : await store.findById(row.content.assistantId)
    const isMakers = edited !== undefined && edited.userId === row.userId
    return { definition, ...(isMakers && { own: toOwned(edited) }), isTry: true }
  }

  return {
    async list(userId: string): Promise<{ assistants: OwnAssistant[]; plan: OwnPlan }> {
      const room = await billing.usage.room(userId)
      const rows = settledIn(await store.list(userId), room.assistants)
      return { assistants: rows.map(toOwnAssistant), plan: toOwnPlan(room) }
    },

    read,

    drafts,

    create: (userId: string, { submissionId, timeZone, ...content }: NewAssistant): Promise<OwnAssistantDetail> =>
      photoKeeper.using(userId, content.photoId, async () => {
        const { id, photosLeft } = await store.create(userId, submissionId, { ...content, timeZone })
        await photoKeeper.drop(userId, photosLeft)
        await settle(userId)
        return read(userId, id)
      }),

    async edit(userId: string, id: string, version: number, content: OwnAssistantContent): Promise<OwnAssistantDetail> {
      await drafts.edit(userId, id, version, content)
      await settle(userId)
      return read(userId, id)
    },

    async change(userId: string, id: string, event: 'pause' | 'resume'): Promise<OwnAssistantDetail> {
      // Stores first which assistants the plan has made live meanwhile, so that they keep their places.
      await settle(userId)
      await store.apply(userId, id, event)
      await settle(userId)
      return read(userId, id)
    },

    /** @throws AppError `not-found` */
    async moveTo(userId: string, id: string, timeZone: string): Promise<OwnAssistantDetail> {
      await store.setTimeZone(userId, id, timeZone)
      return read(userId, id)
    },

    /** Idempotent. The freed place in the plan goes to an assistant that waits for one. */
    async remove(userId: string, id: string): Promise<void> {
      const photosLeft = await store.remove(userId, id, async (tx) => {
        await lastMails.post(tx, { assistantId: id })
        await webhooks.forget(tx, id)
      })
      if (photosLeft === undefined) return
      await photoKeeper.drop(userId, photosLeft)
      await settle(userId)
    },

    /** @throws AppError `not-found` */
    page: async (slug: string, viewerId: string | null): Promise<AssistantPage> => {
      const row = await settled(await store.findBySlug(slug))
      if (!row) throw new AppError('not-found', { detail: 'There is no assistant at this address.' })
      if (row.status !== 'live' && row.userId !== viewerId) return { state: row.status }
      const { id, name, firstMessage, photoId, photoFace, status } = row
      const state = status === 'live' ? 'open' : 'test'
      const { keeps, days } = conversationSettingsSchema.parse(row.conversations)
      // Trial calls of the owner are not kept.
      const keptDays = keeps && state === 'open' ? days : null
      return { state, id, name, firstMessage, photoUrl: fileUrl(photoId), photoFace, status, keptDays }
    },

    /** Finds the assistant for a call. @throws AppError `assistant-unavailable` for a caller who may not talk to it now */
    async findCallable(id: string, caller: Owner | undefined) {
      await nextSlice()
      const row = await settled(await store.findById(id))
      if (!row) return findTry(id, caller)
      const definition = await definitionOf(id, row.published, row)
      const own = toOwned(row)
      if (row.status === 'live') return { definition, own, payerId: row.userId }
      if (caller && 'userId' in caller && row.userId === caller.userId) return { definition, own, isTry: true }
      const detail =
        row.status === 'paused'
          ? 'It is paused at the moment. Please come back later.'
          : 'It is not open at the moment. Please ask the business that gave you this address.'
      throw new AppError('assistant-unavailable', { detail })
    },

    /** The live assistant with this slug. */
    liveAt: async (slug: string): Promise<OwnedAssistant | undefined> => {
      const row = await settled(await store.findBySlug(slug))
      return row?.status === 'live' ? toOwned(row) : undefined
    },

    /** An assistant of this owner, with its settings. @throws AppError `not-found`, also for another owner's assistant */
    owned: async (userId: string, id: string): Promise<OwnedAssistant> => {
      const row = await store.findById(id)
      if (row?.userId !== userId) throw new AppError('not-found')
      return toOwned(row)
    },

    /** Ids and names of an account's assistants. */
    ownedBy: async (userId: string) => (await store.list(userId)).map(({ id, name, slug }) => ({ id, name, slug })),

    saveSettings: (...change: Parameters<typeof store.saveSettings>): Promise<OwnedAssistant> =>
      store.saveSettings(...change).then(toOwned),

    /** Stores an unsubmitted form for some minutes, so that its owner can call it. @returns the id to call */
    try: (trier: Owner, content: TryAssistantContent) => tries.add(trier, content),

    async namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      return new Map([...(await tries.namesOf(ids)), ...(await store.namesOf(ids))])
    },

    /** For the export of a person's data: what callers hear, the draft, and all published versions. */
    exportFor: async (userId: string) => {
      const { assistants } = await billing.usage.room(userId)
      const versions = Map.groupBy(await drafts.exportFor(userId), ({ assistantId }) => assistantId)
      return settledIn(await store.list(userId), assistants).map((row) => ({
        ...toOwnAssistant(row),
        draft: row.draft,
        settings: settingsOf(row),
        versions: (versions.get(row.id) ?? []).map(({ number, publishedAt, content }) => ({
          number,
          publishedAt,
          content,
        })),
      }))
    },
  }
}

/** An own assistant as its owner's features see it. */
export type OwnedAssistant = ReturnType<typeof toOwned>

function toOwned(row: OwnAssistantRow) {
  const { id, name, slug, userId: ownerId, timeZone } = row
  return { id, name, slug, ownerId, timeZone, settings: settingsOf(row) }
}

function toOwnPlan({ assistants, remainingMs }: Awaited<ReturnType<Usage['room']>>): OwnPlan {
  return { assistants, remainingMinutes: remainingMs === null ? null : Math.floor(remainingMs / MINUTE_MS) }
}

function settingsOf({ website, actions, conversations, limits }: OwnAssistantRow): AssistantSettings {
  return { website, actions, conversations, limits }
}

function toOwnAssistant(row: OwnAssistantRow): OwnAssistant {
  const { id, slug, status, version, published, draft, timeZone, createdAt, updatedAt } = row
  return {
    ...contentOf(row),
    id,
    slug,
    status,
    version,
    published,
    hasDraft: draft !== null,
    timeZone,
    photoUrl: fileUrl(row.photoId),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
