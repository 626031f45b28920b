import type { Logger } from 'pino'
import { AppError } from '#contract/errors.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Calls } from '../calls/calls.ts'
import { createEmbedHeads } from './page-head.ts'
import { createEmbedRoutes } from './routes.ts'
import { createEmbedSites } from './sites.ts'
import { createEmbedTickets } from './tickets.ts'

export interface EmbedDeps {
  publicUrl: string
  /** Signs the permission of a site to start calls. The same on every process. */
  secret: string
  /** Sites that may embed any assistant of this deployment. */
  allowedOrigins: readonly string[]
  assistants: Pick<Assistants, 'all' | 'page'>
  calls: { desk: Pick<Calls['desk'], 'grantGuest'> }
  log: Logger
}

/** Assistants on other sites: which sites may frame one, and calls from there. */
export function createEmbed({ publicUrl, secret, allowedOrigins, assistants, calls, log }: EmbedDeps) {
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

  const sites = createEmbedSites({ origins: allowedOrigins, idOf })
  return {
    routes: createEmbedRoutes({
      publicUrl,
      sites,
      tickets: createEmbedTickets(secret),
      grantGuestCall: async (wish) =>
        calls.desk.grantGuest({ ...wish, assistantId: (await idOf(wish.assistantId)) ?? wish.assistantId }),
    }),
    /** For the content-security policy of an assistant's page in a frame. */
    embeddedOn: (assistant: string) => sites.allowed(assistant),
    /** Of the frames' pages. */
    findHead: createEmbedHeads({
      isInCatalogue,
      pageAt,
      onFault: (error) => log.error({ err: error }, 'an assistant’s page could not be looked up'),
    }),
  }
}
