import type { AssistantPage } from '#contract/own-assistant.ts'
import { AppError } from '#contract/errors.ts'
import { createEmbedHeads } from './page-head.ts'
import { createEmbedRoutes, type EmbedRoutesOptions } from './routes.ts'
import { createEmbedSites } from './sites.ts'
import { createEmbedTickets } from './tickets.ts'

export interface EmbedPartOptions {
  publicUrl: string
  /** Signs the leave of a site to call. The same on every process. */
  secret: string
  /** Of the deployment: sites that may embed any assistant. */
  allowedOrigins: readonly string[]
  isInCatalogue: (assistantId: string) => boolean
  /** What everybody sees at the address of an own assistant. @throws AppError `not-found` */
  pageAt: (slug: string) => Promise<AssistantPage>
  grantGuestCall: EmbedRoutesOptions['grantGuestCall']
  /** Whether somebody is there could not be found out. */
  onFault: (error: unknown) => void
}

/** All about assistants on other sites, put together. */
export function createEmbedPart(options: EmbedPartOptions) {
  const { publicUrl, secret, allowedOrigins, isInCatalogue, pageAt, grantGuestCall, onFault } = options

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
        grantGuestCall({ ...wish, assistantId: (await idOf(wish.assistantId)) ?? wish.assistantId }),
    }),
    /** For the content-security policy of an assistant's page in a frame. */
    embeddedOn: (assistant: string) => sites.allowed(assistant),
    findHead: createEmbedHeads({ isInCatalogue, pageAt, onFault }),
  }
}
