import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { pino, type Logger } from 'pino'
import { z } from 'zod'
import { signUpResponseSchema, teamAccessResponseSchema } from '#contract/account.ts'
import { readEnv } from '../src/config/env.ts'
import { sandboxWebhookSecret } from '../src/features/billing/payments-sandbox.ts'
import { mails } from '../src/infra/db/schema/mail.ts'
import { createTestDatabase } from '../src/infra/db/testing.ts'
import { PRODUCTION_RATES } from '../src/infra/http/rate-limit.ts'
import { linksIn } from '../src/infra/mail/compose.ts'
import { createServer, type ServerOverrides } from '../src/server.ts'
import { createEngineWithoutCalls } from '../src/voice/testing/engine-without-calls.ts'
import type { VoiceEngine } from '../src/voice/voice-engine.ts'

export const TEST_TEAM_CODE = 'abc123'
export const TEST_PASSWORD = 'correct horse battery'
/** Salted like real hashes, which take a tenth of a second of processor time each. */
export const CHEAP_PASSWORDS = {
  hash: async (password: string) => cheapHash(randomUUID(), password),
  verify: async ({ hash, password }: { hash: string; password: string }) =>
    hash === cheapHash(hash.slice(0, hash.indexOf(':')), password),
}
const SECRET = 'x'.repeat(32)
const TEST_RATES = {
  ...PRODUCTION_RATES,
  'sign-up': { burst: 1_000, refillMs: 1 },
  'mail-link': { burst: 1_000, refillMs: 1 },
}
export const TEST_WEBHOOK_SECRET = sandboxWebhookSecret(SECRET)

export interface TestAppOptions extends Omit<ServerOverrides, 'database' | 'voice' | 'clientDir'> {
  /** Environment variables. Without any, the server runs in local mode with the built-in parts. */
  env?: Record<string, string>
  /** Replaces the silent logger. */
  log?: Logger
  /** Keeps the rate limits of the server's mode. Otherwise those of production apply, with room for many sign-ups. */
  hasUsualRates?: boolean
  /** Speech outside of calls. Without it every request for speech fails. */
  say?: VoiceEngine['say']
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** The whole server on a database of its own, without a port and without a voice engine. Close it when done. */
export async function createTestApp(options: TestAppOptions = {}) {
  const fileFolder = mkdtempSync(join(tmpdir(), 'voxhall-test-files-'))
  const database = await createTestDatabase()
  const { db } = database
  const config = readEnv({
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://voxhall.test',
    DATA_DIR: fileFolder,
    AUTH_SECRET: SECRET,
    TEAM_ACCESS_CODE: TEST_TEAM_CODE,
    TRUST_PROXY: '1',
    // Tests leave calls behind that no socket ends, so the limit must not be reached.
    MAX_CALLS: '10000',
    ...options.env,
  })
  const server = await createServer(config, {
    log: pino({ level: 'silent' }),
    sayWithKey: async () => Promise.reject(new Error('this test has no voice')),
    eventGatherMs: 20,
    passwords: CHEAP_PASSWORDS,
    ...options,
    database,
    clientDir: join(fileFolder, 'no-site'),
    voice: createEngineWithoutCalls(options.say),
    jobs: { ...options.jobs, repeats: false },
    rates: options.hasUsualRates ? {} : { ...TEST_RATES, ...options.rates },
  })
  const { app, features } = server

  async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return app.request(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  /** The first link in the newest mail to this address; if `path` is given, the first link with that path. */
  async function newestLink(email: string, path?: string): Promise<URL> {
    const found = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id))
    const links = found.flatMap((mail) => linksIn(mail.text).map((link) => new URL(link)))
    const link = links.find(({ pathname }) => path === undefined || pathname === path)
    if (!link) throw new Error(`no mail with a link for ${email}`)
    return link
  }

  /** The moment after which the newest mail to this address is not sent any more; null if it is sent at any time. */
  async function newestMailUsefulUntil(email: string): Promise<Date | null> {
    const [mail] = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id)).limit(1)
    const jobs = await db.execute(sql`select data->>'usefulUntil' as until from pgboss.job
      where name = 'deliver-mail' and data->>'mailId' = ${String(mail?.id)}`)
    const [job] = z.object({ rows: z.array(z.object({ until: z.string().nullable() })) }).parse(jobs).rows
    if (!job) throw new Error(`no mail for ${email}`)
    return job.until === null ? null : new Date(job.until)
  }

  /**
   * Opens the link of the confirmation mail and presses its button, either as the browser that signed up or with a new
   * password.
   */
  async function confirm(
    email: string,
    choice: { signUpSecret?: string; password?: string } = { password: TEST_PASSWORD },
  ): Promise<Response> {
    const token = (await newestLink(email, '/confirm-email')).searchParams.get('token')
    return request('POST', '/api/auth/verify-email', { token, ...choice })
  }

  /** Creates a confirmed account and a session, and returns the session's headers. */
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

  /** Enters the team's access code, and returns the session's headers. */
  async function asTeam(): Promise<{ 'Voxhall-Team': string }> {
    const response = await request('POST', '/api/team/access', { code: TEST_TEAM_CODE })
    return { 'Voxhall-Team': teamAccessResponseSchema.parse(await response.json()).token }
  }

  async function close(): Promise<void> {
    await server.close()
    rmSync(fileFolder, { recursive: true, force: true })
  }

  return {
    app,
    database,
    db,
    ...features,
    get billing() {
      return inLocalMode(features.billing.parts)
    },
    get paymentSandbox() {
      return inLocalMode(features.billing.sandbox)
    },
    /** The folder of stored files. */
    fileFolder,
    request,
    newestLink,
    newestMailUsefulUntil,
    confirm,
    signedUp,
    signIn,
    asTeam,
    /** Opens a port, which most tests don't need. */
    listen: () => server.listen(),
    close,
  }
}

function inLocalMode<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('this test runs in production, where nothing is sold without a key')
  return part
}

function cheapHash(salt: string, password: string): string {
  return `${salt}:${createHmac('sha256', salt).update(password).digest('hex')}`
}
