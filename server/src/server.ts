import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { OpenAPIHono } from '@hono/zod-openapi'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { ServiceReport } from '#contract/health.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import { keptAuthSecret } from './config/auth-secret.ts'
import { emergencyLinesFrom } from './config/emergency-env.ts'
import type { Env } from './config/env.ts'
import { type FreeUseLimits, freeUseLimitsOf } from './config/free-use-env.ts'
import { createAccountData } from './features/account-data/account-data.ts'
import { createAccounts } from './features/accounts/accounts.ts'
import { createAssistants, type PhotoShelf } from './features/assistants/assistants.ts'
import { type BillingDeps, createBilling } from './features/billing/billing.ts'
import { createCalls } from './features/calls/calls.ts'
import { createContact } from './features/contact/contact.ts'
import { createCrm } from './features/crm/crm.ts'
import { createEmbed } from './features/embed/embed.ts'
import { createEmergency } from './features/emergency/emergency.ts'
import { createFiles } from './features/files/files.ts'
import { createHealth } from './features/health/health.ts'
import { createSpeech, type SpeechDeps } from './features/speech/speech.ts'
import { createVapi, type VapiDeps } from './features/vapi/vapi.ts'
import { createVideos } from './features/videos/videos.ts'
import { type DatabaseHandle, openDatabase } from './infra/db/client.ts'
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
import { loadWebPages } from './infra/http/static-files.ts'
import { scheduleHousekeeping } from './infra/jobs/housekeeping.ts'
import { type JobsOptions, startJobs } from './infra/jobs/jobs.ts'
import { createOutbox, deleteOldMails } from './infra/mail/outbox.ts'
import { createMailboxMailer } from './infra/mail/mailbox-mailer.ts'
import { createMailboxRoutes } from './infra/mail/mailbox-routes.ts'
import { createSmtpMailer } from './infra/mail/smtp-mailer.ts'
import { type Closable, closeAll } from './infra/shutdown.ts'
import { tellOfVendor } from './vendors/tell-of-vendor.ts'
import { elevenLabsVoice, voiceVendorsOf } from './vendors/voice-vendors.ts'
import { speakWhole } from './voice/tts/whole-speech.ts'
import { createVoiceEngine, type VoiceEngine } from './voice/voice-engine.ts'

const CONNECTION_GRACE_MS = 3_000
/** The start waits this long for vendors that hang, so that its report is true of the others. */
const VENDORS_CHECKED_MS = 1_500
const CLIENT_DIR = fileURLToPath(new URL('../../build/client', import.meta.url))

/** Replaces parts of the server in tests, tools and benches. Without an override the part follows from the config. */
export interface ServerOverrides {
  /** Closed with the server. */
  database?: DatabaseHandle
  /** Holds the built site. */
  clientDir?: string
  rates?: Partial<Record<RateClass, RateRule>>
  freeUse?: Partial<FreeUseLimits>
  jobs?: JobsOptions
  /** The time of the payment sandbox. */
  clock?: BillingDeps['clock']
  wrapPayments?: BillingDeps['wrapPayments']
  eventGatherMs?: BillingDeps['eventGatherMs']
  photos?: PhotoShelf
  voice?: VoiceEngine
  sayWithKey?: SpeechDeps['sayWithKey']
  endVapiCall?: VapiDeps['endCall']
}

export interface ServerOptions extends ServerOverrides {
  log: Logger
  /** Serves the site from its source through Vite. */
  isDevelopment?: boolean
}

export type VoxhallServer = Awaited<ReturnType<typeof createServer>>
/** The type of the API, for the browser's client. */
export type ApiType = VoxhallServer['api']

/** Puts the whole program together. It serves requests through `app` at once, and a socket after `listen`. */
export async function createServer(config: Env, options: ServerOptions) {
  const { log } = options
  const { PUBLIC_URL: publicUrl } = config
  const database =
    options.database ??
    (await openDatabase({
      dataDir: config.DATA_DIR,
      url: config.DATABASE_URL,
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    }))
  const { db } = database
  const isSoleProcess = database.connection.kind === 'pglite'
  const secret = config.AUTH_SECRET ?? keptAuthSecret(config.DATA_DIR)
  const jobs = await startJobs(database, log, options.jobs)
  const mail = openMail(config, log)
  const outbox = await createOutbox({ db, jobs, mailer: mail.mailer, log })
  const rateLimiter = createRateLimiter({
    ...(config.localMode ? LOCAL_RATES : PRODUCTION_RATES),
    ...options.rates,
  })
  const emergencyLines = emergencyLinesFrom(config)
  const ownServer = async (request: Request) => app.fetch(request)
  // The engine is made after the features whose calls it carries.
  const say: VoiceEngine['say'] = (request, signal) => voice.say(request, signal)
  const sayWithKey: SpeechDeps['sayWithKey'] =
    options.sayWithKey ?? ((request, apiKey, signal) => speakWhole(elevenLabsVoice(config, apiKey), request, signal))

  const crm = await createCrm({ database, log })
  const accounts = createAccounts({
    db,
    secret,
    publicUrl,
    outbox,
    log,
    crm,
    refusesThrowAwayMail: config.THROWAWAY_MAIL === 'refuse',
    teamAccessCode: config.TEAM_ACCESS_CODE,
  })
  const contact = createContact({ db, outbox, crm, teamEmail: config.CONTACT_EMAIL })
  const billing = await createBilling({
    config,
    db,
    jobs,
    outbox,
    log,
    secret,
    ownServer,
    clock: options.clock,
    wrapPayments: options.wrapPayments,
    eventGatherMs: options.eventGatherMs,
  })
  const files = createFiles({ config, db, isSoleProcess })
  const assistants = createAssistants({ db, publicUrl, billing, photos: options.photos ?? files.photos, say, log })
  const calls = createCalls({
    db,
    secret,
    freeUse: { ...freeUseLimitsOf(config, config.localMode), ...options.freeUse },
    assistants,
    billing,
    isSoleProcess,
    log,
  })
  const vapi = createVapi({ config, db, secret, calls, billing, log, endCall: options.endVapiCall })
  const embed = createEmbed({
    publicUrl,
    secret,
    allowedOrigins: config.ALLOWED_ORIGINS,
    assistants,
    calls,
    log,
  })
  const videos = await createVideos({
    config,
    db,
    jobs,
    log,
    secret,
    publicUrl,
    speech: { say, sayWithKey },
    assistants,
    files,
    ownServer,
    isSoleProcess,
  })
  const speech = createSpeech({ say, sayWithKey })
  const emergency = createEmergency(emergencyLines)
  const accountData = createAccountData({ db, accounts, assistants, billing, videos })
  const voice =
    options.voice ??
    (await createVoiceEngine({
      vendors: voiceVendorsOf(config, emergencyLines),
      emergencyLines,
      desk: calls.desk,
      isOriginAllowed: createOriginCheck({ publicUrl, allowedOrigins: config.ALLOWED_ORIGINS }),
      maxCalls: config.MAX_CALLS,
      checkRate: ({ socket, headers }) => {
        const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
        rateLimiter.take('socket', clientKeyOf(clientAddress(socket.remoteAddress, forwardedFor, config.TRUST_PROXY)))
      },
      onFault: (callId, where, error) => log.error({ err: error, callId, where }, 'a call failed'),
      onVendor: (part, change) => {
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
    files: { path: files.path },
    videos: { path: videos.path },
  })
  const health = createHealth({
    database,
    folder: isSoleProcess || files.path === 'disk' ? config.DATA_DIR : undefined,
    readServices: () => ({ ...readServices(), freeCalls: calls.freeCalls() }),
  })
  await scheduleHousekeeping(jobs, [
    ...accounts.chores,
    ...calls.chores,
    ...assistants.chores,
    () => deleteOldMails(db),
    ...crm.chores,
    () => vacuumEmbedded(database),
    ...videos.chores,
    ...files.chores,
  ])

  const api = new OpenAPIHono<AppEnv>()
    .route('/', health.routes)
    .route('/', emergency.routes)
    .route('/', accounts.routes)
    .route('/', calls.routes)
    .route('/', assistants.routes)
    .route('/', speech.routes)
    .route('/', contact.routes)
    .route('/', crm.routes)
    .route('/', billing.routes)
    .route('/', accountData.routes)
    .route('/', vapi.routes)
    .route('/', embed.routes)
    .route('/', files.routes)
    .route('/', videos.routes)
  const http = createHttpServer({
    tls: config.tls,
    upgrades: { [REALTIME_PATH]: (request, socket, head) => voice.realtime.handleUpgrade(request, socket, head) },
    onError: (error) => log.error({ err: error }, 'the server failed'),
  })
  // Imported only here, because production need not load a build tool.
  const devWeb = options.isDevelopment
    ? await import('./infra/http/dev-web.ts').then(({ startDevWeb }) => startDevWeb(http.server, publicUrl))
    : undefined
  const pages = devWeb
    ? undefined
    : loadWebPages(
        options.clientDir ?? CLIENT_DIR,
        publicUrl,
        async (path) => (await assistants.findHead(path)) ?? embed.findHead(path),
      )
  if (!pages && !devWeb) log.warn('the site is not built, only the API is served (npm run build)')
  const app = createApp({
    log,
    publicUrl,
    trustedProxies: config.TRUST_PROXY,
    rateLimiter,
    readViewer: accounts.readViewer,
    api,
    apiDocs: config.apiDocs,
    largeBodyPaths: [...files.largeBodyPaths, ...vapi.largeBodyPaths],
    standIns: [
      mail.path === 'mailbox' ? createMailboxRoutes({ db, publicUrl }) : undefined,
      billing.sandbox && new Hono<AppEnv>().route('/', billing.sandbox.pages).route('/', billing.sandbox.api),
      videos.sandbox?.api,
    ],
    pages: devWeb?.pages ?? pages?.handler,
    securityHeaders: {
      scriptHashes: pages?.scriptHashes ?? [],
      foreignSources: vapi.foreignSources(),
      embeddedOn: embed.embeddedOn,
      development: devWeb !== undefined,
    },
  })
  http.serve((request, bindings) => app.fetch(request, bindings), devWeb?.middleware)

  let isClosing = false
  // In this order: nothing new comes in, running answers finish, then what they needed is closed.
  const parts: Closable[] = [
    { name: 'readiness', close: health.close },
    { name: 'vite', close: () => devWeb?.close() },
    { name: 'live calls', close: () => voice.close() },
    { name: 'crm', close: crm.close },
    {
      name: 'http',
      close: async () => {
        const count = await http.close(CONNECTION_GRACE_MS)
        if (count > 0) log.warn({ count }, 'connections that did not end were cut')
      },
    },
    { name: 'calls', close: calls.close },
    { name: 'videos', close: () => videos.close() },
    { name: 'files', close: files.close },
    { name: 'vapi', close: vapi.close },
    { name: 'billing', close: () => billing.close() },
    { name: 'jobs', close: () => jobs.close() },
    { name: 'mail', close: () => mail.mailer.close() },
    { name: 'database', close: () => database.close() },
  ]

  /** Goes on beside the requests; a failure is logged, unless the server is stopping. */
  function inBackground(work: () => Promise<void>, failure: string): void {
    void work().catch((error: unknown) => {
      if (!isClosing) log.error({ err: error }, failure)
    })
  }

  return {
    app,
    api,
    database,
    /** For tests and tools. */
    features: { billing, calls, files, vapi, videos },
    /** Begins the work of the clock and opens the socket. @throws {CannotListenError} */
    async listen(): Promise<{ port: number; services: ServiceReport }> {
      calls.watch()
      vapi.watch()
      const { port } = await http.listen(config.PORT, config.HOST)
      await Promise.race([voice.checked, setTimeout(VENDORS_CHECKED_MS, undefined, { ref: false })])
      inBackground(() => billing.resume(), 'the plans could not be set up for sale')
      inBackground(async () => {
        await files.resume()
        await videos.resume()
      }, 'unfinished videos could not be resumed')
      // One at a time and behind all live calls: a call that comes sooner waits a little longer.
      inBackground(async () => {
        await voice.warm(assistants.all())
        await assistants.warm()
      }, 'the voice engine could not be warmed')
      return { port, services: readServices() }
    },
    /** @returns whether every part closed without a failure */
    close(): Promise<boolean> {
      isClosing = true
      return closeAll(log, parts)
    },
  }
}

function openMail({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl, localMode }: Env, log: Logger) {
  if (url) return { path: 'smtp' as const, mailer: createSmtpMailer({ url, from, publicUrl }) }
  return { path: localMode ? ('mailbox' as const) : ('none' as const), mailer: createMailboxMailer(log, localMode) }
}
