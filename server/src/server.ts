import { setTimeout } from 'node:timers/promises'
import { OpenAPIHono } from '@hono/zod-openapi'
import type { Logger } from 'pino'
import type { ServiceReport } from '#contract/health.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import { keptAuthSecret } from './config/auth-secret.ts'
import { emergencyLinesFrom } from './config/emergency-env.ts'
import type { Env } from './config/env.ts'
import { createAccountData } from './features/account-data/account-data.ts'
import { createActions, createLastMails } from './features/actions/actions.ts'
import { createAccounts, type AccountsDeps } from './features/accounts/accounts.ts'
import { createApiKeys } from './features/api-keys/api-keys.ts'
import { createAssistants, type AssistantsDeps } from './features/assistants/assistants.ts'
import { createBilling, type BillingDeps } from './features/billing/billing.ts'
import { createCalls, type CallsDeps } from './features/calls/calls.ts'
import { createContact } from './features/contact/contact.ts'
import { createConversations } from './features/conversations/conversations.ts'
import { createCrm } from './features/crm/crm.ts'
import { createEmbed } from './features/embed/embed.ts'
import { createEmergency } from './features/emergency/emergency.ts'
import { createFiles } from './features/files/files.ts'
import { createHealth } from './features/health/health.ts'
import { createKnowledge, type KnowledgeDeps } from './features/knowledge/knowledge.ts'
import { createSpeech, type SpeechDeps } from './features/speech/speech.ts'
import { createVapi, type VapiDeps } from './features/vapi/vapi.ts'
import { createVideos, type VideosDeps } from './features/videos/videos.ts'
import { createWebhooks } from './features/webhooks/webhooks.ts'
import { watchLogLength } from './infra/db/checkpoint.ts'
import { openDatabase, type DatabaseHandle } from './infra/db/client.ts'
import { vacuumEmbedded } from './infra/db/vacuum.ts'
import { createOriginCheck } from './infra/http/allowed-origins.ts'
import { createApp } from './infra/http/app.ts'
import { clientAddress, clientKeyOf } from './infra/http/client-address.ts'
import type { AppEnv } from './infra/http/context.ts'
import { createHttpServer } from './infra/http/listen.ts'
import {
  createRateLimiter,
  LOCAL_RATES,
  PRODUCTION_RATES,
  type RateClass,
  type RateRule,
} from './infra/http/rate-limit.ts'
import { openSite, type SiteOptions } from './infra/http/site.ts'
import { collectGarbage } from './infra/collect-garbage.ts'
import { scheduleHousekeeping } from './infra/jobs/housekeeping.ts'
import { startJobs, type JobsOptions } from './infra/jobs/jobs.ts'
import { createMail } from './infra/mail/mail.ts'
import { closeAll } from './infra/shutdown.ts'
import { tellOfVendor } from './vendors/tell-of-vendor.ts'
import { elevenLabsVoice, pairProposerOf, voiceVendorsOf } from './vendors/voice-vendors.ts'
import { speakWhole } from './voice/tts/whole-speech.ts'
import { createVoiceEngine, type VoiceEngine } from './voice/voice-engine.ts'

const CONNECTION_GRACE_MS = 3_000
/**
 * The start waits this long for the checks of vendors, so that a hanging vendor does not delay the report about the
 * others.
 */
const VENDORS_CHECKED_MS = 1_500

/** Replaces parts of the server in tests, tools and benches. Without an override the part follows from the config. */
export interface ServerOverrides {
  /** Closed with the server. */
  database?: DatabaseHandle
  clientDir?: SiteOptions['clientDir']
  passwords?: AccountsDeps['passwords']
  rates?: Partial<Record<RateClass, RateRule>>
  freeUse?: CallsDeps['freeUse']
  jobs?: JobsOptions
  paymentSandbox?: BillingDeps['sandbox']
  wrapPayments?: BillingDeps['wrapPayments']
  eventGatherMs?: BillingDeps['eventGatherMs']
  photos?: AssistantsDeps['photos']
  fetchKnowledge?: KnowledgeDeps['fetchPublic']
  voice?: VoiceEngine
  sayWithKey?: SpeechDeps['sayWithKey']
  endVapiCall?: VapiDeps['endCall']
  /** How often D-ID is polled for the state of a video. */
  pollVideosEveryMs?: VideosDeps['pollEveryMs']
}

interface ServerOptions extends ServerOverrides {
  log: Logger
  /** Serves the site from its source through Vite. */
  isDevelopment?: boolean
}

type VoxhallServer = Awaited<ReturnType<typeof createServer>>
/** The type of the API, for the browser's client. */
export type ApiType = VoxhallServer['api']

/** Composes the whole server. `app` answers requests at once; the network reaches it after `listen`. */
export async function createServer(config: Env, options: ServerOptions) {
  const { log } = options
  const { PUBLIC_URL: publicUrl, DATA_DIR: dataDir, DATABASE_URL: url } = config
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const database = options.database ?? (await openDatabase({ dataDir, url, onError }))
  const { db } = database
  const jobs = await startJobs(database, log, options.jobs)
  const mail = await createMail({ config, db, jobs, log })
  const base = {
    config,
    db,
    jobs,
    outbox: mail.outbox,
    log,
    publicUrl,
    /** Signs sessions, links and permissions. Must be the same in every process. */
    secret: config.AUTH_SECRET ?? keptAuthSecret(dataDir),
    isSoleProcess: database.connection.kind === 'pglite',
    ownServer: async (request: Request) => app.fetch(request),
  }
  // The engine is made after the features whose calls it carries, and some of them speak with its voice.
  const say: VoiceEngine['say'] = (request, signal) => voice.say(request, signal)
  const sayWithKey: SpeechDeps['sayWithKey'] =
    options.sayWithKey ?? ((request, apiKey, signal) => speakWhole(elevenLabsVoice(config, apiKey), request, signal))

  // The features in order of their dependencies: each is given only features created above it.
  const crm = await createCrm({ database, log })
  const accounts = createAccounts({ ...base, crm, passwords: options.passwords })
  const contact = createContact({ ...base, crm })
  const billing = await createBilling({
    ...base,
    sandbox: options.paymentSandbox,
    wrapPayments: options.wrapPayments,
    eventGatherMs: options.eventGatherMs,
  })
  const files = createFiles(base)
  const webhooks = createWebhooks({ ...base, database })
  const lastMails = createLastMails(base)
  const photos = options.photos ?? files.photos
  const assistants = createAssistants({ ...base, billing, webhooks, lastMails, photos, say })
  const actions = createActions({ ...base, webhooks, assistants })
  const calls = createCalls({ ...base, assistants, actions, webhooks, billing, freeUse: options.freeUse })
  const conversations = await createConversations({ ...base, assistants, calls })
  const emergencyLines = emergencyLinesFrom(config)
  const vendors = voiceVendorsOf(config, emergencyLines)
  const hearsFreeSpeech = vendors.recogniser !== undefined
  const vapi = createVapi({ ...base, hearsFreeSpeech, emergencyLines, calls, endCall: options.endVapiCall })
  const embed = createEmbed({ ...base, assistants, calls })
  const knowledge = createKnowledge({
    ...base,
    assistants,
    fetchPublic: options.fetchKnowledge,
    proposeByModel: pairProposerOf(config),
  })
  const videos = createVideos({
    ...base,
    assistants,
    files,
    speech: { say, sayWithKey },
    pollEveryMs: options.pollVideosEveryMs,
  })
  const speech = createSpeech({ say, sayWithKey })
  const accountData = createAccountData({ db, accounts, assistants, billing, calls, files, lastMails })
  const apiKeys = createApiKeys({ db, readPerson: accounts.readViewer, assistants, actions, conversations })
  const emergency = createEmergency(emergencyLines)

  const rateLimiter = createRateLimiter({
    ...(config.localMode ? LOCAL_RATES : PRODUCTION_RATES),
    ...options.rates,
  })
  const voice =
    options.voice ??
    (await createVoiceEngine({
      vendors,
      emergencyLines,
      desk: calls.desk,
      isOriginAllowed: createOriginCheck(config),
      maxCalls: config.MAX_CALLS,
      checkRate({ socket, headers }) {
        const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
        rateLimiter.take('socket', clientKeyOf(clientAddress(socket.remoteAddress, forwardedFor, config.TRUST_PROXY)))
      },
      onFault: (callId, where, error) => log.error({ err: error, callId, where }, 'a call failed'),
      onVendor(part, change) {
        tellOfVendor(log, part, change)
        if (part === 'synthesiser' && change.state === 'closed') void assistants.renewSpeech()
      },
    }))

  const readServices = (): ServiceReport => ({
    database: { path: database.connection.kind },
    auth: { path: 'built-in' },
    mail: { path: mail.path },
    payments: { path: billing.path },
    voice: voice.describe(),
    vapi: { path: vapi.path() },
    agent: { path: vapi.agentPath() },
    files: { path: files.path },
    videos: { path: videos.path },
  })
  const health = createHealth({
    database,
    config,
    readServices: () => ({ ...readServices(), freeCalls: calls.freeCalls() }),
  })
  await scheduleHousekeeping(jobs, [
    ...[accounts, actions, calls, assistants, webhooks, mail, crm, videos, files].flatMap(({ chores }) => chores),
    () => vacuumEmbedded(database),
  ])

  const api = new OpenAPIHono<AppEnv>()
    .route('/', health.routes)
    .route('/', emergency.routes)
    .route('/', accounts.routes)
    .route('/', calls.routes)
    .route('/', assistants.routes)
    .route('/', actions.routes)
    .route('/', conversations.routes)
    .route('/', speech.routes)
    .route('/', contact.routes)
    .route('/', crm.routes)
    .route('/', billing.routes)
    .route('/', accountData.routes)
    .route('/', vapi.routes)
    .route('/', embed.routes)
    .route('/', knowledge.routes)
    .route('/', files.routes)
    .route('/', videos.routes)
    .route('/', webhooks.routes)
    .route('/', apiKeys.routes)
  const http = createHttpServer({
    tls: config.tls,
    upgrades: { [REALTIME_PATH]: (request, socket, head) => voice.realtime.handleUpgrade(request, socket, head) },
    onError: (error) => log.error({ err: error }, 'the server failed'),
  })
  const isDevelopment = options.isDevelopment ?? false
  const site = await openSite({
    server: http.server,
    isDevelopment,
    clientDir: options.clientDir,
    publicUrl,
    findHead: async (path) => (await assistants.findHead(path)) ?? embed.findHead(path),
    log,
  })
  const app = createApp({
    log,
    config,
    rateLimiter,
    readViewer: apiKeys.readViewer,
    api,
    largeBodyPaths: [...files.largeBodyPaths, ...knowledge.largeBodyPaths, ...vapi.largeBodyPaths],
    standIns: [mail.mailbox, billing.standIn],
    pages: site.pages,
    securityHeaders: {
      scriptHashes: site.scriptHashes,
      foreignSources: vapi.foreignSources(),
      embeddedOn: embed.embeddedOn,
      development: isDevelopment,
    },
  })
  http.serve((request, bindings) => app.fetch(request, bindings), site.middleware)

  let isClosing = false
  let logWatch: { close: () => void } | undefined
  // The order matters: first nothing new is let in, then running answers finish, then what they needed is closed.
  const parts = {
    readiness: health,
    site,
    'live calls': voice,
    crm,
    http: { close: () => http.close(CONNECTION_GRACE_MS).then(tellOfCutConnections) },
    calls,
    knowledge,
    videos,
    files,
    vapi,
    billing,
    webhooks,
    jobs,
    mail,
    'log watch': { close: () => logWatch?.close() },
    database,
  }

  function tellOfCutConnections(count: number): void {
    if (count > 0) log.warn({ count }, 'connections that did not end were cut')
  }

  /** Runs the work without holding up requests. A failure is logged, unless the server is stopping. */
  function inBackground(failure: string, work: () => Promise<void>): void {
    void work().catch((error: unknown) => {
      if (!isClosing) log.error({ err: error }, failure)
    })
  }

  return {
    app,
    api,
    database,
    /** For tests and tools. */
    features: { actions, assistants, billing, calls, conversations, files, knowledge, vapi, videos, webhooks },
    /** Starts the timers and opens the port. @throws {CannotListenError} */
    async listen(): Promise<{ port: number; services: ServiceReport }> {
      calls.watch()
      vapi.watch()
      billing.watch()
      logWatch = watchLogLength(database, log)
      await webhooks.watch()
      const { port } = await http.listen(config.PORT, config.HOST)
      await Promise.race([voice.checked, setTimeout(VENDORS_CHECKED_MS, undefined, { ref: false })])
      inBackground('the plans could not be set up for sale', () => billing.resume())
      inBackground('unfinished videos could not be resumed', async () => {
        await files.resume()
        await videos.resume()
      })
      // One assistant at a time and with lower priority than live calls. A call to an assistant that is not warm yet
      // starts later.
      if (config.WARM_UP === 'on') {
        inBackground('the voice engine could not be warmed', async () => {
          await voice.warm(assistants.all())
          await assistants.warm()
          // About a third of the heap is garbage by now.
          collectGarbage()
        })
      }
      return { port, services: readServices() }
    },
    /** @returns whether every part closed without a failure */
    close(): Promise<boolean> {
      isClosing = true
      return closeAll(log, parts)
    },
  }
}
