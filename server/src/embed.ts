import { createEmbedRoutes, type EmbedRoutesOptions } from './features/embed/routes.ts'
import { createEmbedSites } from './features/embed/sites.ts'
import { createEmbedTickets } from './features/embed/tickets.ts'

export interface EmbedPartOptions {
  publicUrl: string
  /** Signs the leave of a site to call. The same on every process. */
  secret: string
  /** Of the deployment: sites that may embed any assistant. */
  allowedOrigins: readonly string[]
  isThere: (assistantId: string) => Promise<boolean>
  grantGuestCall: EmbedRoutesOptions['grantGuestCall']
}

/** All about assistants on other sites, put together. */
export function createEmbedPart({ publicUrl, secret, allowedOrigins, isThere, grantGuestCall }: EmbedPartOptions) {
  const sites = createEmbedSites({ origins: allowedOrigins, isThere })
  return {
    routes: createEmbedRoutes({ publicUrl, sites, tickets: createEmbedTickets(secret), grantGuestCall }),
    /** For the content-security policy of an assistant's page in a frame. */
    embeddedOn: (assistantId: string) => sites.allowed(assistantId),
  }
}
