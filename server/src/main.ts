import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { z } from 'zod'
import type { Health, ServiceReport } from '#contract/health.ts'
import { REALTIME_PATH } from '#contract/realtime.ts'
import { createAccountDataPart } from './features/accounts/account-data.ts'
import { createApp } from './api.ts'
import { keptAuthSecret } from './config/auth-secret.ts'
import { banner } from './config/banner.ts'
import { createConversations } from './features/calls/conversations.ts'
import { recordSignUp } from './features/crm/email-records.ts'
import { openDatabase } from './infra/db/client.ts'
import { FolderLockedError } from './infra/db/pglite-lock.ts'
import { DatabaseStartError, folderStartError } from './infra/db/start-error.ts'
import { vacuumEmbedded } from './infra/db/vacuum.ts'
import { emergencyLinesFrom } from './config/emergency-env.ts'
import { EnvError, loadEnv, type Env } from './config/env.ts'
import { createAuth } from './features/accounts/auth.ts'
import { deleteExpiredAccess } from './features/accounts/expiry.ts'
import { createAuthRoutes } from './features/accounts/routes.ts'
import { createViewerReader } from './features/accounts/viewer.ts'
import { CATALOGUE_DEFINITIONS } from './features/assistants/catalogue/all.ts'
import { catalogueGreetings, createGreetings, VOICE_SAMPLE_LINES } from './features/assistants/greetings.ts'
import { createAssistantRoutes } from './features/assistants/routes.ts'
import { createBillingRoutes } from './features/billing/routes.ts'
import { createContactRoutes } from './features/contact/routes.ts'
import { createCrmEvents } from './features/crm/crm-events.ts'
import { createCrmRoutes } from './features/crm/routes.ts'
import { recountFigures } from './features/crm/stats.ts'
import { createEmergencyRoutes } from './features/emergency/routes.ts'
import { createHealthRoutes } from './features/health/routes.ts'
import { createSavingProbe } from './features/health/saving-probe.ts'
import { createSpeechRoutes } from './features/speech/routes.ts'
import { deleteOldTries } from './features/assistants/own/try-store.ts'
import { freeUseLimitsOf } from './config/free-use-env.ts'
import { createOriginCheck } from './infra/http/allowed-origins.ts'
import { clientAddress, clientKeyOf } from './infra/http/client-address.ts'
import { CannotListenError, createHttpServer } from './infra/http/listen.ts'
import { createRateLimiter, LOCAL_RATES, PRODUCTION_RATES } from './infra/http/rate-limit.ts'
import { loadWebPages } from './infra/http/static-files.ts'
import { scheduleHousekeeping } from './infra/jobs/housekeeping.ts'
import { startJobs } from './infra/jobs/jobs.ts'
import { createLogger } from './infra/logger.ts'
import { deleteOldMails } from './infra/mail/expiry.ts'
import { createMailboxMailer } from './infra/mail/mailbox-mailer.ts'
import { createMailboxRoutes } from './infra/mail/mailbox-routes.ts'
import { createOutbox } from './infra/mail/outbox.ts'
import { createSmtpMailer } from './infra/mail/smtp-mailer.ts'
import { createPaymentsPart } from './features/billing/payments-part.ts'
import { tellOfVendor } from './vendors/tell-of-vendor.ts'
import { elevenLabsVoice, voiceVendorsOf } from './vendors/voice-vendors.ts'
import { closeAll, endOnSignals, type Closable } from './infra/shutdown.ts'
import { createTalkingVideos } from './features/videos/videos.ts'
import { speakWhole } from './voice/tts/whole-speech.ts'
import { createVoiceEngine } from './voice/voice-engine.ts'

/** Calls end within this time and their minutes are written; a supervisor should wait a little longer before it kills. */
const SHUTDOWN_LIMIT_MS = 15_000
const CONNECTION_GRACE_MS = 3_000
/** The start waits this long for vendors that hang, so that its banner tells the truth of the others. */
const VENDORS_CHECKED_MS = 1_500

const CLIENT_DIR = fileURLToPath(new URL('../../build/client', import.meta.url))
const PACKAGE_FILE = new URL('../../package.json', import.meta.url)

async function start(env: Env): Promise<void> {
  const log = await createLogger(env)
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))
  const startedAtMs = performance.now()
  // What nobody caught leaves the process in a state that nobody knows; a supervisor starts a fresh one.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error, ending')
    process.exit(1)
  })
  let shuttingDown = false

  const database = await openDatabase({
    dataDir: env.DATA_DIR,
    url: env.DATABASE_URL,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  })

  const { db } = database
  const jobs = await startJobs(database, log)
  const mailer = env.SMTP_URL
    ? createSmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL })
    : createMailboxMailer(log, env.localMode)
  const outbox = await createOutbox({ db, jobs, mailer, log })

  const secret = env.AUTH_SECRET ?? keptAuthSecret(env.DATA_DIR)
  const authDeps = {
    db,
    secret,
    publicUrl: env.PUBLIC_URL,
    outbox,
    log,
    refusesThrowAwayMail: env.THROWAWAY_MAIL === 'refuse',
    onSignUp: recordSignUp,
  }
  const auth = createAuth(authDeps)
  const crmEvents = await createCrmEvents(database.connection, log)

  const ownServer = async (request: Request) => app.fetch(request)
  const payments = await createPaymentsPart({ env, db, jobs, outbox, log, secret, ownServer })
  const { billing } = payments

  const talkingVideos = await createTalkingVideos({
    env,
    db,
    jobs,
    log,
    secret,
    publicUrl: env.PUBLIC_URL,
    speech: {
      say: (line) => voice.say(line),
      sayWithKey: (line, apiKey) => speakWhole(elevenLabsVoice(env, apiKey), line),
    },
    findAssistant: (id) => CATALOGUE_DEFINITIONS.find((definition) => definition.id === id),
    ownServer,
    isSoleProcess: database.connection.kind === 'pglite',
  })
  const { studio, assistants, calls, vapi, ...conversations } = createConversations({
    env,
    db,
    secret,
    publicUrl: env.PUBLIC_URL,
    freeUse: freeUseLimitsOf(env, env.localMode),
    maxCalls: env.MAX_CALLS,
    isSoleProcess: database.connection.kind === 'pglite',
    allowedOrigins: env.ALLOWED_ORIGINS,
    billing,
    photos: talkingVideos.photos,
    log,
  })
  await scheduleHousekeeping(jobs, [
    () => deleteExpiredAccess(db),
    ...calls.chores,
    () => deleteOldTries(db),
    () => deleteOldMails(db),
    () => recountFigures(db),
    () => vacuumEmbedded(database),
    ...talkingVideos.chores,
  ])
  calls.watch()
  vapi.watch()
  const rateLimiter = createRateLimiter(env.localMode ? LOCAL_RATES : PRODUCTION_RATES)
  const emergencyLines = emergencyLinesFrom(env)
  const voice = await createVoiceEngine({
    vendors: voiceVendorsOf(env, emergencyLines),
    emergencyLines,
    desk: calls.desk,
    isOriginAllowed: createOriginCheck({ publicUrl: env.PUBLIC_URL, allowedOrigins: env.ALLOWED_ORIGINS }),
    maxCalls: env.MAX_CALLS,
    checkRate: ({ socket, headers }) => {
      const forwardedFor = [headers['x-forwarded-for'] ?? []].flat().join(',')
      rateLimiter.take('socket', clientKeyOf(clientAddress(socket.remoteAddress, forwardedFor, env.TRUST_PROXY)))
    },
    onFault: (callId, where, error) => log.error({ err: error, callId, where }, 'a call failed'),
    onVendor: (part, change) => {
      tellOfVendor(log, part, change)
      // What its stand-in said meanwhile is said by the voice that it is meant for.
      if (part === 'synthesiser' && change.live) void greetings.renew().then(() => voiceSamples.renew())
    },
  })
  const greetings = createGreetings({
    lines: catalogueGreetings(CATALOGUE_DEFINITIONS),
    say: (request) => voice.say(request),
  })

  const voiceSamples = createGreetings({ lines: VOICE_SAMPLE_LINES, say: (request) => voice.say(request) })

  const services: ServiceReport = {
    database: { path: database.connection.kind },
    auth: { path: 'built-in' },
    mail: { path: env.SMTP_URL ? 'smtp' : env.localMode ? 'mailbox' : 'none' },
    payments: { path: payments.path },
    voice: voice.describe(),
    vapi: { path: vapi.path() },
    ...talkingVideos.report,
  }
  const usesFolder = database.connection.kind === 'pglite' || talkingVideos.report.files.path === 'disk'
  const readSaving = createSavingProbe({ database, folder: usesFolder ? env.DATA_DIR : undefined })
  async function readHealth(): Promise<Health> {
    const status = shuttingDown ? 'shutting-down' : await readSaving()
    const uptimeSeconds = Math.round((performance.now() - startedAtMs) / 1_000)
    return {
      status,
      version,
      uptimeSeconds,
      services: { ...services, voice: voice.describe(), freeCalls: calls.freeCalls() },
    }
  }

  const http = createHttpServer({
    tls: env.tls,
    upgrades: { [REALTIME_PATH]: (request, socket, head) => voice.realtime.handleUpgrade(request, socket, head) },
    onError: (error) => log.error({ err: error }, 'the server failed'),
  })
  // Imported here: production need not load a build tool.
  const devWeb = process.argv.includes('--dev')
    ? await import('./infra/http/dev-web.ts').then(({ startDevWeb }) => startDevWeb(http.server, env.PUBLIC_URL))
    : undefined
  const pages = devWeb ? undefined : loadWebPages(CLIENT_DIR, env.PUBLIC_URL, conversations.findHead)
  if (!pages && !devWeb) log.warn('the site is not built, only the API is served (npm run build)')
  const app = createApp({
    log,
    apiDocs: env.apiDocs,
    publicUrl: env.PUBLIC_URL,
    trustedProxies: env.TRUST_PROXY,
    rateLimiter,
    readViewer: createViewerReader({ db, auth }),
    routes: {
      health: createHealthRoutes(readHealth),
      emergency: createEmergencyRoutes(emergencyLines),
      auth: createAuthRoutes(authDeps, auth, env.TEAM_ACCESS_CODE),
      assistants: createAssistantRoutes({ greetings, voiceSamples }),
      speech: createSpeechRoutes({
        say: (request, signal) => voice.say(request, signal),
        sayWithKey: (request, apiKey, signal) => speakWhole(elevenLabsVoice(env, apiKey), request, signal),
      }),
      contact: createContactRoutes({ db, outbox, teamEmail: env.CONTACT_EMAIL }),
      crm: createCrmRoutes({ db, events: crmEvents }),
      billing: createBillingRoutes(billing),
      account: createAccountDataPart({ db, auth, studio, assistants, billing, talkingVideos }),
      ...conversations.routes,
      ...talkingVideos.routes,
    },
    videoSandbox: talkingVideos.sandbox,
    mailbox: services.mail.path === 'mailbox' ? createMailboxRoutes({ db, publicUrl: env.PUBLIC_URL }) : undefined,
    paymentSandbox: payments.sandbox,
    pages: devWeb?.pages ?? pages?.handler,
    scriptHashes: pages?.scriptHashes ?? [],
    foreignSources: vapi.foreignSources(),
    embeddedOn: conversations.embeddedOn,
    development: devWeb !== undefined,
  })
  http.serve((request, bindings) => app.fetch(request, bindings), devWeb?.middleware)

  // In this order: nothing new comes in, running answers finish, then what they needed goes.
  const parts: Closable[] = [
    { name: 'readiness', close: () => void (shuttingDown = true) },
    { name: 'vite', close: () => devWeb?.close() },
    { name: 'calls', close: () => voice.close() },
    // Streams that would otherwise hold their connections open.
    { name: 'live changes', close: () => crmEvents.close() },
    {
      name: 'http',
      close: async () => {
        const count = await http.close(CONNECTION_GRACE_MS)
        if (count > 0) log.warn({ count }, 'connections that did not end were cut')
      },
    },
    { name: 'lost and ended calls', close: () => calls.close() },
    { name: 'talking videos', close: () => talkingVideos.close() },
    { name: 'calls at Vapi', close: () => vapi.close() },
    ...payments.closables,
    { name: 'jobs', close: () => jobs.close() },
    { name: 'mail', close: () => mailer.close() },
    { name: 'database', close: () => database.close() },
  ]
  endOnSignals(log, parts, SHUTDOWN_LIMIT_MS)
  try {
    const { port } = await http.listen(env.PORT, env.HOST)
    // Long enough for whoever is there; the others are told of as soon as they are known to be away, in the log and in
    // the health report.
    await Promise.race([voice.checked, setTimeout(VENDORS_CHECKED_MS, undefined, { ref: false })])
    const report = { ...services, voice: voice.describe() }
    process.stdout.write(banner(env, `${env.tls ? 'https' : 'http'}://${env.HOST}:${port}`, report))
    void payments.makeReady().catch((error: unknown) => {
      if (!shuttingDown) log.error({ err: error }, 'the plans could not be set up for sale')
    })
    void talkingVideos.resume().catch((error: unknown) => {
      if (!shuttingDown) log.error({ err: error }, 'unfinished videos could not be resumed')
    })
    // Behind the readiness, one at a time and never in front of a live call: one that comes sooner waits a little longer.
    const warm = async (): Promise<void> => {
      await voice.warm(assistants.all())
      await greetings.warm()
    }
    void warm().catch((error: unknown) => {
      // A stop in the middle of it is no fault.
      if (!shuttingDown) log.error({ err: error }, 'the voice engine could not be warmed')
    })
  } catch (error) {
    await closeAll(log, parts)
    throw error
  }
}

try {
  const env = loadEnv()
  await start(env).catch((error: unknown) => {
    throw folderStartError(error, env.DATA_DIR)
  })
} catch (error) {
  const forPeople = [EnvError, FolderLockedError, DatabaseStartError, CannotListenError]
  const isForPeople = forPeople.some((kind) => error instanceof kind)
  const text = error instanceof Error ? (isForPeople ? error.message : error.stack) : inspect(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}
