import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { createEmbedPart } from '../embed/embed.ts'
import { CATALOGUE_DEFINITIONS } from '../assistants/catalogue/all.ts'
import { createAssistantDirectory } from '../assistants/directory.ts'
import type { Billing } from '../billing/billing.ts'
import { createCalls } from './calls.ts'
import type { Usage } from './call-records.ts'
import { createPageHeads } from '../assistants/own/page-head.ts'
import { createStudioRoutes } from '../assistants/own/routes.ts'
import { createStudio, type StudioDeps } from '../assistants/own/studio.ts'
import type { FreeUseLimits } from '../../config/free-use-env.ts'
import type { FindPageHead } from '../../infra/http/page-head.ts'
import { createVapi, type VapiDeps } from '../vapi/vapi.ts'

export interface ConversationsOptions {
  env: VapiDeps['config']
  db: Database
  /** Signs what calls and other sites show again. The same on every process. */
  secret: string
  publicUrl: string
  /** What calls may take that no plan pays. */
  freeUse: FreeUseLimits
  /** Calls that this process holds at once. */
  maxCalls: number
  /** No other process uses the database. */
  isSoleProcess: boolean
  /** Sites that may embed any assistant. */
  allowedOrigins: readonly string[]
  /** Undefined: nothing is sold, so every call is a demo, and no own assistant is live. */
  billing: Billing | undefined
  photos: StudioDeps['photos']
  log: Logger
  /** Instead of Vapi's own control addresses. */
  endCall?: VapiDeps['endCall'] | undefined
}

/** Whom people can talk to, and every way to begin: on the site, through Vapi, and from other sites. */
export function createConversations(options: ConversationsOptions) {
  const {
    env,
    db,
    secret,
    publicUrl,
    freeUse,
    maxCalls,
    isSoleProcess,
    allowedOrigins,
    billing,
    photos,
    log,
    endCall,
  } = options
  const onHeadFault = (error: unknown) => log.error({ err: error }, 'an assistant’s page could not be looked up')
  const studio = createStudio({
    db,
    photos,
    readRoom: async (userId) => billing?.usage.room(userId) ?? { assistants: 0, remainingMs: 0 },
    onFault: (error) => log.error({ err: error }, 'a photo could not be deleted'),
  })
  const assistants = createAssistantDirectory(CATALOGUE_DEFINITIONS, studio)
  const calls = createCalls({
    db,
    secret,
    freeUse,
    maxCalls,
    assistants,
    billing: { usage: billing?.usage ?? NOTHING_SOLD },
    isSoleProcess,
    log,
  })
  const vapi = createVapi({ config: env, secret, calls, log, endCall })
  const embed = createEmbedPart({
    publicUrl,
    secret,
    allowedOrigins,
    isInCatalogue: (id) => assistants.all().some((assistant) => assistant.id === id),
    pageAt: (slug) => studio.page(slug, null),
    grantGuestCall: (wish) => calls.desk.grantGuest(wish),
    onFault: onHeadFault,
  })
  const findOwnHead = createPageHeads({
    page: (slug, viewerId) => studio.page(slug, viewerId),
    publicUrl,
    onFault: onHeadFault,
  })
  return {
    studio,
    assistants,
    calls,
    vapi,
    embeddedOn: embed.embeddedOn,
    /** Of pages about assistants. */
    findHead: (async (path) => (await findOwnHead(path)) ?? embed.findHead(path)) satisfies FindPageHead,
    routes: {
      calls: calls.routes,
      studio: createStudioRoutes(studio),
      vapi: vapi.routes,
      embed: embed.routes,
    },
  }
}

/** Every call is a demo call. */
const NOTHING_SOLD: Usage = {
  look: async () => null,
  begin: async () => ({ grantedMs: 0, isFinal: true }),
  room: async () => ({ assistants: 0, remainingMs: 0 }),
  extend: async () => ({ grantedMs: 0, isFinal: true }),
  settle: async () => {},
  settleForgotten: async () => {},
}
