import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { emergencyLinesOf } from '#contract/emergency-lines.ts'
import { createAccountDataPart } from '../src/features/accounts/account-data.ts'
import { createApp } from '../src/api.ts'
import { createConversations } from '../src/features/calls/conversations.ts'
import { recordSignUp } from '../src/features/crm/email-records.ts'
import { mails } from '../src/infra/db/schema/mail.ts'
import { createTestDatabase } from '../src/infra/db/testing.ts'
import { createAuth } from '../src/features/accounts/auth.ts'
import { createAuthRoutes } from '../src/features/accounts/routes.ts'
import { createViewerReader } from '../src/features/accounts/viewer.ts'
import { signUpResponseSchema } from '#contract/account.ts'
import { CATALOGUE_DEFINITIONS } from '../src/features/assistants/catalogue/all.ts'
import {
  catalogueGreetings,
  createGreetings,
  VOICE_SAMPLE_LINES,
  type GreetingsOptions,
} from '../src/features/assistants/greetings.ts'
import { createAssistantRoutes } from '../src/features/assistants/routes.ts'
import { createBilling } from '../src/features/billing/billing.ts'
import { createBillingRoutes } from '../src/features/billing/routes.ts'
import { createContactRoutes } from '../src/features/contact/routes.ts'
import { createCrmEvents } from '../src/features/crm/crm-events.ts'
import { createCrmRoutes } from '../src/features/crm/routes.ts'
import { createEmergencyRoutes } from '../src/features/emergency/routes.ts'
import { createHealthRoutes } from '../src/features/health/routes.ts'
import { createSpeechRoutes, type SpeechRoutesOptions } from '../src/features/speech/routes.ts'
import type { StudioDeps } from '../src/features/assistants/own/studio.ts'
import { createRateLimiter, PRODUCTION_RATES, type RateClass, type RateRule } from '../src/infra/http/rate-limit.ts'
import { freeUseEnvSchema, freeUseLimitsOf, type FreeUseLimits } from '../src/config/free-use-env.ts'
import { startJobs } from '../src/infra/jobs/jobs.ts'
import { linksIn } from '../src/infra/mail/links.ts'
import { createMailboxMailer } from '../src/infra/mail/mailbox-mailer.ts'
import { createMailboxRoutes } from '../src/infra/mail/mailbox-routes.ts'
import { createOutbox, type Mailer } from '../src/infra/mail/outbox.ts'
import { createPaymentsSandbox } from '../src/features/billing/payments-sandbox.ts'
import { embedEnvSchema } from '../src/config/embed-env.ts'
import { vapiEnvSchema } from '../src/config/vapi-env.ts'
import type { VapiDeps } from '../src/features/vapi/vapi.ts'
import { createTalkingVideos } from '../src/features/videos/videos.ts'
import { talkingVideosEnvSchema, type TalkingVideosEnv } from '../src/config/videos-env.ts'
import type { Payments } from '../src/vendors/payments.ts'

export const TEST_TEAM_CODE = 'abc123'
export const TEST_WEBHOOK_SECRET = 'whsec_of_the_tests'
export const TEST_PASSWORD = 'correct horse battery'
const PUBLIC_URL = 'http://voxhall.test'

export interface TestAppOptions {
  /** Instead of production's. */
  rates?: Partial<Record<RateClass, RateRule>>
  mailer?: Mailer
  localMode?: boolean
  /** Where messages to the team are mailed. */
  teamEmail?: string
  /** The voice outside of calls. Without one it is away. */
  say?: GreetingsOptions['say']
  /** The voice on somebody's own account. Without one it is away. */
  sayWithKey?: SpeechRoutesOptions['sayWithKey']
  /** Instead of silence. */
  log?: Logger
  /** Sites that may embed assistants. */
  allowedOrigins?: string[]
  /** Variables of the environment, and who is told to end calls. */
  vapi?: { env?: Record<string, string>; dataDir?: string; endCall?: VapiDeps['endCall'] }
  paymentLinks?: ReadonlyMap<string, string>
  /** Stands between billing and the sandbox, to bring about what a network does. */
  disturb?: (payments: Payments) => Payments
  /** The payment sandbox's. */
  clock?: () => Date
  /** How soon a failed job is looked at again. */
  jobs?: { pollingIntervalSeconds: number }
  /** The pictures that people brought. Without it, whatever is named is there. */
  photos?: StudioDeps['photos']
  /** Who makes talking videos, and where files lie. */
  videos?: Partial<TalkingVideosEnv>
  /** Without `/api/docs`. */
  apiDocs?: boolean
  /** Instead of local mode's. */
  freeUse?: Partial<FreeUseLimits>
  /** Seats for calls. */
  maxCalls?: number
  /** Nothing is sold. */
  withoutPayments?: boolean
}

async function voiceAway(): Promise<never> {
  throw new Error('this test has no voice')
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The whole server but its socket, on a database of its own. Close it when done. */
export async function createTestApp(options: TestAppOptions = {}) {
  const { rates = {}, mailer, localMode = true, say, teamEmail } = options
  const log = options.log ?? pino({ level: 'silent' })
  const database = await createTestDatabase()
  const { db } = database
  const jobs = await startJobs(database, log, { ...options.jobs, repeats: false })
  const outbox = await createOutbox({ db, jobs, mailer: mailer ?? createMailboxMailer(log, false), log })
  const authDeps = {
    db,
    secret: 'x'.repeat(32),
    publicUrl: PUBLIC_URL,
    outbox,
    log,
    refusesThrowAwayMail: true,
    onSignUp: recordSignUp,
  }
  const auth = createAuth(authDeps)
  const crmEvents = await createCrmEvents(database.connection, log)
  const paymentsSandbox = createPaymentsSandbox({
    db,
    publicUrl: PUBLIC_URL,
    webhookSecret: TEST_WEBHOOK_SECRET,
    log,
    ownServer: async (given) => app.request(given),
    ...(options.clock ? { clock: options.clock } : {}),
  })
  const billing = options.withoutPayments
    ? undefined
    : await createBilling({
        db,
        jobs,
        outbox,
        log,
        publicUrl: PUBLIC_URL,
        secret: authDeps.secret,
        payments: options.disturb?.(paymentsSandbox.payments) ?? paymentsSandbox.payments,
        paymentLinks: options.paymentLinks ?? new Map(),
      })
  const fileFolder = mkdtempSync(join(tmpdir(), 'voxhall-test-files-'))
  const talkingVideos = await createTalkingVideos({
    env: { ...talkingVideosEnvSchema.parse({}), DATA_DIR: fileFolder, ...options.videos },
    db,
    jobs,
    log,
    secret: authDeps.secret,
    publicUrl: PUBLIC_URL,
    speech: { say: say ?? voiceAway, sayWithKey: options.sayWithKey ?? voiceAway },
    findAssistant: (id) => CATALOGUE_DEFINITIONS.find((definition) => definition.id === id),
    ownServer: async (given) => app.request(given),
    isSoleProcess: true,
  })
  const { studio, assistants, calls, vapi, ...conversations } = createConversations({
    env: {
      ...vapiEnvSchema.parse(options.vapi?.env ?? {}),
      ...embedEnvSchema.parse(options.vapi?.env ?? {}),
      DATA_DIR: options.vapi?.dataDir ?? '/nowhere',
      localMode,
    },
    db,
    secret: authDeps.secret,
    publicUrl: PUBLIC_URL,
    freeUse: { ...freeUseLimitsOf(freeUseEnvSchema.parse({}), true), ...options.freeUse },
    // Tests leave calls behind that no socket ends.
    maxCalls: options.maxCalls ?? 10_000,
    isSoleProcess: true,
    allowedOrigins: options.allowedOrigins ?? [],
    billing,
    photos: options.photos ?? { isOf: async () => true, remove: async () => {} },
    log,
    endCall: options.vapi?.endCall,
  })
  const app = createApp({
    log,
    apiDocs: options.apiDocs ?? true,
    publicUrl: PUBLIC_URL,
    trustedProxies: 1,
    rateLimiter: createRateLimiter({
      ...PRODUCTION_RATES,
      'sign-up': { burst: 1_000, refillMs: 1 },
      'mail-link': { burst: 1_000, refillMs: 1 },
      ...rates,
    }),
    readViewer: createViewerReader({ db, auth }),
    routes: {
      emergency: createEmergencyRoutes(emergencyLinesOf(undefined)),
      health: createHealthRoutes(async () => ({
        status: await database.probe(),
        version: '0.0.0',
        uptimeSeconds: 1,
        services: {
          database: { path: database.connection.kind },
          auth: { path: 'built-in' },
          mail: { path: 'mailbox' },
          payments: { path: 'sandbox' },
        },
      })),
      auth: createAuthRoutes(authDeps, auth, TEST_TEAM_CODE),
      assistants: createAssistantRoutes({
        greetings: createGreetings({ lines: catalogueGreetings(CATALOGUE_DEFINITIONS), say: say ?? voiceAway }),
        voiceSamples: createGreetings({ lines: VOICE_SAMPLE_LINES, say: say ?? voiceAway }),
      }),
      speech: createSpeechRoutes({ say: say ?? voiceAway, sayWithKey: options.sayWithKey ?? voiceAway }),
      contact: createContactRoutes({ db, outbox, teamEmail }),
      crm: createCrmRoutes({ db, events: crmEvents }),
      billing: createBillingRoutes(billing),
      account: createAccountDataPart({ db, auth, studio, assistants, billing, talkingVideos }),
      ...conversations.routes,
      ...talkingVideos.routes,
    },
    videoSandbox: talkingVideos.sandbox,
    foreignSources: vapi.foreignSources(),
    embeddedOn: conversations.embeddedOn,
    paymentSandbox: paymentsSandbox.sandbox,
    mailbox: localMode ? createMailboxRoutes({ db, publicUrl: PUBLIC_URL }) : undefined,
  })

  async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return app.request(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** The first link in the newest mail to this address that has one to this path, if given. */
  async function newestLink(email: string, path?: string): Promise<URL> {
    const found = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id))
    const links = found.flatMap((mail) => linksIn(mail.text).map((link) => new URL(link)))
    const link = links.find(({ pathname }) => path === undefined || pathname === path)
    if (!link) throw new Error(`no mail with a link for ${email}`)
    return link
  }

  /** Opens the confirmation mail's link and presses its button: as the browser that signed up, or choosing a password. */
  async function confirm(
    email: string,
    choice: { signUpSecret?: string; password?: string } = { password: TEST_PASSWORD },
  ): Promise<Response> {
    const token = (await newestLink(email, '/confirm-email')).searchParams.get('token')
    return request('POST', '/api/auth/verify-email', { token, ...choice })
  }

  /** A confirmed account and a session of its own; answers with the headers that carry it. */
  async function signedUp(email: string): Promise<{ Authorization: string }> {
    const made = await request('POST', '/api/auth/sign-up/email', { email, password: TEST_PASSWORD })
    const { signUpSecret } = signUpResponseSchema.parse(await made.json())
    const confirmed = await confirm(email, { signUpSecret })
    return { Authorization: `Bearer ${confirmed.headers.get('set-auth-token') ?? ''}` }
  }

  async function signIn(email: string, password: string): Promise<{ Authorization: string }> {
    const response = await request('POST', '/api/auth/sign-in/email', { email, password })
    return { Authorization: `Bearer ${response.headers.get('set-auth-token') ?? ''}` }
  }

  async function close(): Promise<void> {
    await crmEvents.close()
    await talkingVideos.close()
    await paymentsSandbox.close()
    await billing?.events.close()
    await jobs.close()
    await database.close()
    rmSync(fileFolder, { recursive: true, force: true })
  }

  return {
    app,
    database,
    db,
    jobs,
    callStore: calls.records,
    callDesk: calls.desk,
    calls,
    billing,
    vapi,
    freeCalls: calls.freeCalls,
    paymentSandbox: paymentsSandbox.sandbox,
    talkingVideos,
    /** Where files lie. */
    fileFolder,
    sandboxPayments: paymentsSandbox.payments,
    request,
    newestLink,
    confirm,
    signedUp,
    signIn,
    close,
  }
}
