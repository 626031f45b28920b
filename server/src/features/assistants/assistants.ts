import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import type { Usage } from '../billing/billing.ts'
import type { Files } from '../files/files.ts'
import { CATALOGUE_DEFINITIONS } from './catalogue/all.ts'
import { createAssistantDirectory } from './directory.ts'
import { catalogueGreetings, createGreetings, VOICE_SAMPLE_LINES, type GreetingsOptions } from './greetings.ts'
import { createPageHeads } from './own/page-head.ts'
import { createStudioRoutes } from './own/routes.ts'
import { createStudio } from './own/studio.ts'
import { deleteOldTries } from './own/try-store.ts'
import { createAssistantRoutes } from './routes.ts'

export type { CallableAssistant } from './directory.ts'

export interface AssistantsDeps {
  db: Database
  publicUrl: string
  billing: { usage: Pick<Usage, 'room'> }
  photos: Files['photos']
  /** The voice in which greetings and voice samples are said. */
  say: GreetingsOptions['say']
  log: Logger
}

export type Assistants = ReturnType<typeof createAssistants>

/** The assistants of the catalogue and those that people make. */
export function createAssistants({ db, publicUrl, billing, photos, say, log }: AssistantsDeps) {
  const studio = createStudio({
    db,
    photos,
    billing,
    onFault: (error) => log.error({ err: error }, 'a photo could not be deleted'),
  })
  const directory = createAssistantDirectory(CATALOGUE_DEFINITIONS, studio)
  const greetings = createGreetings({ lines: catalogueGreetings(CATALOGUE_DEFINITIONS), say })
  const voiceSamples = createGreetings({ lines: VOICE_SAMPLE_LINES, say })
  return {
    ...directory,
    /** The public page of an own assistant. @throws AppError `not-found` */
    page: (slug: string, viewerId: string | null) => studio.page(slug, viewerId),
    /** The own assistants of a person who takes their data along. */
    exportFor: (userId: string) => studio.exportFor(userId),
    /** Of the pages of own assistants. */
    findHead: createPageHeads({
      page: (slug, viewerId) => studio.page(slug, viewerId),
      publicUrl,
      onFault: (error) => log.error({ err: error }, 'an assistant’s page could not be looked up'),
    }),
    routes: apiRouter()
      .route('/', createAssistantRoutes({ greetings, voiceSamples }))
      .route('/', createStudioRoutes(studio)),
    /** Makes all greetings, behind all live speech. */
    warm: () => greetings.warm(),
    /** Says again in the intended voice what a stand-in said while that voice was away. Never rejects. */
    renewSpeech: () => greetings.renew().then(() => voiceSamples.renew()),
    chores: [() => deleteOldTries(db)],
  }
}
