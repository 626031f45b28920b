import { AppError } from '#contract/errors.ts'
import type { AssistantPage } from '#contract/own-assistant.ts'
import { tagLookSchema } from '#contract/website.ts'
import type { Env } from '../../config/env.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { createEmbedRoutes, type EmbeddedAssistant } from './routes.ts'
import { createSiteStore } from './site-store.ts'
import { createEmbedTickets } from './tickets.ts'
import { createWebsiteRoutes } from './website-routes.ts'
import type { FindPageHead } from '../../infra/http/page-head.ts'

const FRAME = /^\/embed\/([^/]+)\/?$/

/**
 * A frame's page needs no head of its own; but for an assistant that does not exist, the server answers with 404.
 * @param pageAt finds the page of an own assistant as every visitor sees it, or throws `not-found`
 */
export function createEmbedHeads(
  isInCatalogue: (assistantId: string) => boolean,
  pageAt: (slug: string) => Promise<Pick<AssistantPage, 'state'>>,
): FindPageHead {
  return async (path) => {
    const assistant = FRAME.exec(path)?.[1]
    if (assistant === undefined || isInCatalogue(assistant)) return undefined
    if ((await pageAt(assistant)).state === 'draft') throw new AppError('not-found')
    return undefined
  }
}

interface EmbedDeps {
  db: Database
  publicUrl: string
  /** Signs a site's permission to start calls. Must be the same in every process. */
  secret: string
  /** `ALLOWED_ORIGINS` are the sites that may embed the assistants of the catalogue. */
  config: Pick<Env, 'ALLOWED_ORIGINS'>
  assistants: Pick<Assistants, 'all' | 'page' | 'liveAt' | 'inAddress' | 'saveSettings'>
  calls: { desk: Pick<Calls['desk'], 'grantGuest'> }
}

/** Assistants on other sites: which sites may embed an assistant in a frame, and calls from there. */
export function createEmbed({ db, publicUrl, secret, config, assistants, calls }: EmbedDeps) {
  const isInCatalogue = (id: string) => assistants.all().some((assistant) => assistant.id === id)
  const store = createSiteStore(db)

  /** @param assistant as the site names it: an id of the catalogue, or the slug of an own assistant */
  async function find(assistant: string): Promise<EmbeddedAssistant | undefined> {
    if (isInCatalogue(assistant)) return { id: assistant, sites: config.ALLOWED_ORIGINS }
    const live = await assistants.liveAt(assistant)
    if (!live) return undefined
    const sites = await store.list(live.id)
    return {
      id: live.id,
      sites: sites.map(({ origin }) => origin),
      own: {
        look: tagLookSchema.parse(live.settings.website),
        isReportWanted: (site) => sites.some((row) => row.origin === site && store.isReportWanted(row)),
      },
    }
  }

  return {
    routes: apiRouter()
      .route(
        '/',
        createEmbedRoutes({
          publicUrl,
          find,
          markSeen: (assistantId, site) => store.seen(assistantId, site),
          tickets: createEmbedTickets(secret),
          grantGuestCall: calls.desk.grantGuest,
        }),
      )
      .route('/', createWebsiteRoutes(db, assistants, store)),
    /** The sites that may embed an assistant's page in a frame; undefined if there is no such assistant. */
    embeddedOn: async (assistant: string) => (await find(assistant))?.sites,
    findHead: createEmbedHeads(isInCatalogue, (slug) => assistants.page(slug, null)),
  }
}
