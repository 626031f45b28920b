import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { isOwnAssistantId } from '#contract/own-assistant.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import type { Usage } from '../billing/billing.ts'
import type { Files } from '../files/files.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { CATALOGUE_DEFINITIONS } from './catalogue/all.ts'
import { catalogueGreetings, createGreetings, VOICE_SAMPLE_LINES, type GreetingsOptions } from './greetings.ts'
import { createPageHeads } from './own/page-head.ts'
import { createStudioRoutes } from './own/routes.ts'
import { createStudio, type OwnedAssistant, type StudioDeps } from './own/studio.ts'
import { deleteOldTries } from './own/try-store.ts'
import { createAssistantRoutes } from './routes.ts'
import type { Owner, RoleEnv } from '../../infra/http/session.ts'

export { settingsRevision, type AssistantSettings } from './own/own-assistant-store.ts'
export { missingOwn, oneOwn } from './own/routes.ts'
export type { OwnedAssistant } from './own/studio.ts'

/** An assistant that can be called, and whose plan pays for the call. */
export interface CallableAssistant {
  definition: AssistantDefinition
  /** The owner of an own assistant, whose business plan pays for the call; undefined if the caller's plan pays. */
  payerId?: string
  /** The own assistant with its settings; for a try in a workshop, that of the workshop. */
  own?: OwnedAssistant
  /** True for a trial call of one minute, whatever the caller's plan. */
  isTry?: boolean
}

type OwnersContext = Context<RoleEnv<'account'>, string, { out: { param: { id: string } } }>

const GONE = 'An assistant who has left'

export interface AssistantsDeps {
  db: Database
  publicUrl: string
  billing: { usage: Pick<Usage, 'room'> }
  photos: Files['photos']
  webhooks: Pick<Webhooks, 'forget'>
  lastMails: StudioDeps['lastMails']
  say: GreetingsOptions['say']
  log: Logger
}

export type Assistants = ReturnType<typeof createAssistants>

/** The assistants of the catalogue and own assistants. */
export function createAssistants({ db, publicUrl, billing, photos, webhooks, lastMails, say, log }: AssistantsDeps) {
  const studio = createStudio({ db, photos, billing, webhooks, lastMails, log })
  const { page, exportFor, liveAt, owned, ownedBy, saveSettings } = studio
  const inCatalogue = new Map(CATALOGUE_DEFINITIONS.map((definition) => [definition.id, definition]))
  const greetings = createGreetings({ lines: catalogueGreetings(CATALOGUE_DEFINITIONS), say })
  const voiceSamples = createGreetings({ lines: VOICE_SAMPLE_LINES, say })
  return {
    /**
     * Finds an assistant for a call. Undefined if there is no such assistant.
     * @throws AppError `assistant-unavailable` or `assistant-resting`, in words for the caller
     */
    async find(assistantId: string, caller: Owner | undefined): Promise<CallableAssistant | undefined> {
      if (isOwnAssistantId(assistantId)) return studio.findCallable(assistantId, caller)
      const definition = inCatalogue.get(assistantId)
      return definition && { definition }
    },
    /** Names for lists of past calls; an assistant that was deleted has a general name. */
    async namesOf(assistantIds: readonly string[]): Promise<(assistantId: string) => string> {
      const ownIds = [...new Set(assistantIds.filter(isOwnAssistantId))]
      const names = ownIds.length === 0 ? new Map<string, string>() : await studio.namesOf(ownIds)
      return (assistantId) => inCatalogue.get(assistantId)?.name ?? names.get(assistantId) ?? GONE
    },
    all: () => CATALOGUE_DEFINITIONS,
    page,
    exportFor,
    liveAt,
    owned,
    ownedBy,
    /** The assistant that the address of a request names. @throws AppError `not-found`, unless the sender owns it */
    inAddress: (c: OwnersContext) => owned(c.var.account.userId, c.req.valid('param').id),
    saveSettings,
    /**
     * The knowledge of the draft; without a draft, the published knowledge.
     * @throws AppError `not-found`, also for another owner's assistant
     */
    knowledgeOf: async (userId: string, id: string) => (await studio.read(userId, id)).editing.knowledge,
    /** Adds answers to the draft. @throws AppError `not-found`, or `bad-request` if there are too many */
    addKnowledge: studio.drafts.addPairs,
    /** Removes answers from the draft. @throws AppError `not-found` */
    removeKnowledge: studio.drafts.removePairs,
    findHead: createPageHeads(page, publicUrl),
    routes: apiRouter()
      .route('/', createAssistantRoutes({ greetings, voiceSamples }))
      .route('/', createStudioRoutes(studio)),
    /** Synthesises all greetings, with lower priority than live speech. */
    warm: () => greetings.warm(),
    /** Repeats, in the intended voice, what a fallback voice said while that voice was unavailable. Never rejects. */
    renewSpeech: () => greetings.renew().then(() => voiceSamples.renew()),
    chores: [() => deleteOldTries(db)],
  }
}
