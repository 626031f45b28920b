import type { Logger } from 'pino'
import { AppError } from '#contract/errors.ts'
import type { AssistantPage } from '#contract/own-assistant.ts'
import type { Env } from '../../config/env.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { createEmbedRoutes } from './routes.ts'
import { createEmbedTickets } from './tickets.ts'
import { headOrMissing, type FindPageHead } from '../../infra/http/page-head.ts'

const FRAME = /^\/embed\/([^/]+)\/?$/

interface EmbedHeadsOptions {
  isInCatalogue: (assistantId: string) => boolean
  /** What every visitor sees at the address of an own assistant. @throws AppError `not-found` */
  pageAt: (slug: string) => Promise<Pick<AssistantPage, 'state'>>
  onFault: (error: unknown) => void
}

/** Frames need no head of their own, but the frame of an assistant that does not exist is answered with 404. */
export function createEmbedHeads({ isInCatalogue, pageAt, onFault }: EmbedHeadsOptions): FindPageHead {
  return async (path) => {
    const assistant = FRAME.exec(path)?.[1]
    if (assistant === undefined || isInCatalogue(assistant)) return undefined
    return headOrMissing(async () => ((await pageAt(assistant)).state === 'draft' ? 'missing' : undefined), onFault)
  }
}

export interface EmbedDeps {
  publicUrl: string
  /** Signs the permission of a site to start calls. The same on every process. */
  secret: string
  /** `ALLOWED_ORIGINS` are the sites that may embed the assistants of this deployment. */
  config: Pick<Env, 'ALLOWED_ORIGINS'>
  assistants: Pick<Assistants, 'all' | 'page'>
  calls: { desk: Pick<Calls['desk'], 'grantGuest'> }
  log: Logger
}

/** Assistants on other sites: which sites may frame one, and calls from there. */
export function createEmbed({ publicUrl, secret, config, assistants, calls, log }: EmbedDeps) {
  const isInCatalogue = (id: string) => assistants.all().some((assistant) => assistant.id === id)
  const pageAt = (slug: string) => assistants.page(slug, null)

  async function idOf(assistant: string): Promise<string | undefined> {
    if (isInCatalogue(assistant)) return assistant
    try {
      const page = await pageAt(assistant)
      return page.state === 'open' ? page.id : undefined
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return undefined
      throw error
    }
  }

  /**
   * The origins that may show an assistant and call it; undefined where there is no such assistant.
   * @param assistant as the site names it: an id of the catalogue, or the slug of an own assistant
   */
  async function originsOf(assistant: string): Promise<readonly string[] | undefined> {
    return (await idOf(assistant)) === undefined ? undefined : config.ALLOWED_ORIGINS
  }

  return {
    routes: createEmbedRoutes({
      publicUrl,
      originsOf,
      tickets: createEmbedTickets(secret),
      grantGuestCall: async (wish) =>
        calls.desk.grantGuest({ ...wish, assistantId: (await idOf(wish.assistantId)) ?? wish.assistantId }),
    }),
    embeddedOn: originsOf,
    findHead: createEmbedHeads({
      isInCatalogue,
      pageAt,
      onFault: (error) => log.error({ err: error }, 'an assistant’s page could not be looked up'),
    }),
  }
}
