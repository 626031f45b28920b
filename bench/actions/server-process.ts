import { pino } from 'pino'
import { desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { signUpResponseSchema } from '#contract/account.ts'
import { ownAssistantSchema } from '#contract/own-assistant.ts'
import { readEnv } from '../../server/src/config/env.ts'
import { users } from '../../server/src/infra/db/schema/auth.ts'
import { mails } from '../../server/src/infra/db/schema/mail.ts'
import { subscribers } from '../../server/src/infra/db/schema/subscribers.ts'
import { openDatabase } from '../../server/src/infra/db/client.ts'
import { linksIn } from '../../server/src/infra/mail/compose.ts'
import { createServer } from '../../server/src/server.ts'
import { BUSINESSES, ORIGIN, TIME_ZONE, type BusinessName } from './business.ts'

/**
 * Runs the complete server on a data folder in a process that can be killed. Arguments: the folder, the business, the
 * assistant's id or `new` to create one, and the address of a PostgreSQL server unless the embedded database is used. Sends
 * `{ port, assistantId }` over the process channel once it listens.
 */
const [dataDir = '', name = '', given = 'new', url] = process.argv.slice(2)
const business = BUSINESSES[name as BusinessName]
const often = { burst: 1_000_000, refillMs: 1 }
const config = readEnv({
  NODE_ENV: 'test',
  PUBLIC_URL: ORIGIN,
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  AUTH_SECRET: 'x'.repeat(32),
  MAX_CALLS: '1000',
})
const database = await openDatabase({ dataDir, url, onError: (error) => console.error(error) })
const { db } = database
const server = await createServer(config, {
  log: pino({ level: 'silent' }),
  database,
  clientDir: `${dataDir}/no-site`,
  rates: { general: often, call: often, socket: often, 'sign-up': often },
  freeUse: { visitorsPerNetwork: 100_000 },
  // The payments sandbox does not know the subscription inserted below and would end it. While payments are
  // unreachable, the stored subscription stays valid.
  wrapPayments: (payments) =>
    new Proxy(payments, { get: () => async () => Promise.reject(new Error('payments are away in this bench')) }),
  photos: { isOf: async () => true, remove: async () => undefined },
})

async function request(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const all = { 'Content-Type': 'application/json', ...headers }
  const response = await server.app.request(path, { method, headers: all, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}

/**
 * Creates a business with a subscription and a live assistant.
 * @returns the assistant's id
 */
async function openBusiness(): Promise<string> {
  const email = 'owner@example.com'
  const made = await request('POST', '/api/auth/sign-up/email', { email, password: 'correct horse battery' })
  const { signUpSecret } = signUpResponseSchema.parse(await made.json())
  const sent = await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(desc(mails.id))
  const link = sent.flatMap(({ text }) => linksIn(text)).find((each) => each.includes('/confirm-email'))
  const token = new URL(z.string().parse(link)).searchParams.get('token')
  const confirmed = await request('POST', '/api/auth/verify-email', { token, signUpSecret })
  const owner = { Authorization: `Bearer ${confirmed.headers.get('set-auth-token') ?? ''}` }
  const [user] = await db.select().from(users).where(eq(users.email, email))
  await db.insert(subscribers).values({
    id: 'sub_bench',
    email,
    userId: user?.id ?? null,
    stripeCustomerId: 'cus_bench',
    stripeSubscriptionId: 'sub_bench',
    subscriptionStatus: 'active',
    providerStatus: 'active',
    subscriptionTier: 'Small Business',
    priceId: 'small-business-monthly',
    monthlyRevenueCents: 39_900,
    monthlyLimitMinutes: 100_000,
    subscriptionStart: new Date(),
    periodStart: new Date(Date.now() - 1_000),
    periodEnd: new Date(Date.now() + 86_400_000),
  })
  const form = {
    submissionId: crypto.randomUUID(),
    ...business.content,
    timeZone: TIME_ZONE,
    photoId: 'a'.repeat(32),
  }
  const { id } = ownAssistantSchema.parse(await (await request('POST', '/api/own-assistants', form, owner)).json())
  await request('PUT', `/api/own-assistants/${id}/actions`, business.settings, owner)
  return id
}

// The server starts several requests to payments in parallel; here all of them fail, some before they are awaited.
process.on('unhandledRejection', () => undefined)
const assistantId = given === 'new' ? await openBusiness() : given
const { port } = await server.listen()
process.send?.({ port, assistantId })
process.on('disconnect', () => process.exit(0))
