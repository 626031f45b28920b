import type { Logger } from 'pino'
import type { ServiceReport } from '#contract/health.ts'
import type { Database } from '../../infra/db/client.ts'
import { createEmbedPart } from '../embed/embed.ts'
import { CATALOGUE_DEFINITIONS } from '../assistants/catalogue/all.ts'
import { createAssistantDirectory } from '../assistants/directory.ts'
import type { Billing } from '../billing/billing.ts'
import { createCallEngineRoutes } from '../vapi/engine-routes.ts'
import { createCallAdmission } from './call-admission.ts'
import { createCallDesk } from './call-desk.ts'
import { createCallStore } from './call-store.ts'
import { NOTHING_SOLD } from './entitlements.ts'
import { createCallerKeys } from './person-key.ts'
import { createCallRoutes } from './routes.ts'
import { createSpendingLedger } from './spending-ledger.ts'
import { createPageHeads } from '../assistants/own/page-head.ts'
import { createStudioRoutes } from '../assistants/own/routes.ts'
import { createStudio, type StudioDeps } from '../assistants/own/studio.ts'
import type { FreeUseLimits } from '../../config/free-use-env.ts'
import type { FindPageHead } from '../../infra/http/page-head.ts'
import { createVapiPart, type VapiPartOptions } from '../vapi/vapi.ts'

export interface ConversationsOptions {
  env: VapiPartOptions['env']
  db: Database
  /** Signs what calls and other sites show again. The same on every process. */
  secret: string
  publicUrl: string
  /** What calls may take that no plan pays. */
  freeUse: FreeUseLimits
  /** Sites that may embed any assistant. */
  allowedOrigins: readonly string[]
  /** None: nothing is sold, so every call is a demo, and no assistant of somebody's own is live. */
  billing: Billing | undefined
  photos: StudioDeps['photos']
  log: Logger
  /** Instead of Vapi's own control addresses. */
  endCall?: VapiPartOptions['endCall'] | undefined
}

/** Whom people can talk to, and every way to begin: on the site, through Vapi, and from other sites. */
export function createConversations(options: ConversationsOptions) {
  const { env, db, secret, publicUrl, freeUse, allowedOrigins, billing, photos, log, endCall } = options
  const onHeadFault = (error: unknown) => log.error({ err: error }, 'an assistant’s page could not be looked up')
  const studio = createStudio({
    db,
    photos,
    readRoom: async (userId) => billing?.usage.room(userId) ?? { assistants: 0, remainingMs: 0 },
    onFault: (error) => log.error({ err: error }, 'a photo could not be deleted'),
  })
  const assistants = createAssistantDirectory(CATALOGUE_DEFINITIONS, studio)
  const keys = createCallerKeys(secret)
  const ledger = createSpendingLedger({
    db,
    limits: freeUse,
    onResting: (until) => log.warn({ until }, 'free calls are paused: today’s limit is reached (FREE_DOLLARS_PER_DAY)'),
  })
  const callStore = createCallStore(db, async (tx, { callId, durationMs, billedMs }) => {
    await billing?.usage.settle(tx, callId, billedMs)
    await ledger.settle(tx, callId, durationMs)
  })
  const callDesk = createCallDesk({
    store: callStore,
    admission: createCallAdmission({ ledger, keys, visitorsPerNetwork: freeUse.visitorsPerNetwork }),
    ledger,
    keys,
    findAssistant: (id, caller) => assistants.find(id, caller),
    ...(billing ? { entitlements: billing.usage } : {}),
    onFault: (callId, error) => log.error({ err: error, callId }, 'a call record could not be written'),
  })
  const vapi = createVapiPart({
    env,
    db,
    secret,
    grantCall: (owner, wish) => callDesk.grant(owner, { ...wish, isElsewhere: true }),
    usage: {
      ...(billing?.usage ?? NOTHING_SOLD),
      async settle(tx, callId, durationMs) {
        await billing?.usage.settle(tx, callId, durationMs)
        await ledger.settle(tx, callId, durationMs)
      },
    },
    log,
    endCall,
  })
  const embed = createEmbedPart({
    publicUrl,
    secret,
    allowedOrigins,
    isInCatalogue: (id) => assistants.all().some((assistant) => assistant.id === id),
    pageAt: (slug) => studio.page(slug, null),
    grantGuestCall: (wish) => callDesk.grantGuest(wish),
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
    callStore,
    callDesk,
    /** For `/api/health`. */
    freeCalls: () => freeCallsReport(ledger.restingUntil()),
    vapi,
    embeddedOn: embed.embeddedOn,
    /** Of pages about assistants. */
    findHead: (async (path) => (await findOwnHead(path)) ?? embed.findHead(path)) satisfies FindPageHead,
    routes: {
      calls: createCallRoutes({ desk: callDesk, store: callStore, namesOf: (ids) => assistants.namesOf(ids) }),
      studio: createStudioRoutes(studio),
      callEngines: createCallEngineRoutes(() => vapi.engines()),
      vapi: vapi.routes,
      embed: embed.routes,
    },
  }
}

function freeCallsReport(restingUntil: Date | undefined): NonNullable<ServiceReport['freeCalls']> {
  return restingUntil ? { path: 'resting', until: restingUntil.toISOString() } : { path: 'open', until: null }
}
