import { afterAll, beforeAll, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { SUBSCRIPTION_STATUSES } from '#contract/subscription-status.ts'
import { readEnv } from '../../server/src/config/env.ts'
import { users } from '../../server/src/infra/db/schema/auth.ts'
import { callLines, calls } from '../../server/src/infra/db/schema/calls.ts'
import { emailCrm } from '../../server/src/infra/db/schema/email-crm.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { createTestDatabase } from '../../server/src/infra/db/testing.ts'
import { sandboxStripeObjects } from '../../stripe-sandbox/schema.ts'
import { repositoryRoot } from '../repository-root.ts'
import { runCommand } from '../run-command.ts'
import { seedDemo } from './seed-demo.ts'
import { createSeedServer, type SeedServer } from './seed-server.ts'

const SIZE = { people: 30, subscribed: 14 }
let server: SeedServer
const said: string[] = []
const seed = () => seedDemo(server, SIZE, (line) => said.push(line))

beforeAll(async () => {
  const config = readEnv({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(32) })
  server = await createSeedServer(config, await createTestDatabase())
  await seed()
})
afterAll(() => server.close())

async function everything() {
  const { db } = server
  const tables = [users, emailCrm, calls, callLines, subscribers, usageLedger, sandboxStripeObjects]
  return Promise.all(tables.map((table) => db.select().from(table)))
}

it('seeds subscriptions in every status, none older than its account, with used minutes that match the calls', async () => {
  const { db } = server
  const rows = await db.select().from(subscribers)
  expect(rows).toHaveLength(SIZE.subscribed)
  expect(new Set(rows.map((row) => row.providerStatus))).toEqual(
    new Set(SUBSCRIPTION_STATUSES.filter((status) => status !== 'unknown')),
  )
  expect(rows.some((row) => row.subscriptionStatus === 'canceled' && row.providerStatus === 'active')).toBe(true)
  const people = new Map((await db.select().from(users)).map((person) => [person.email, person]))
  expect(people.size).toBe(SIZE.people)
  for (const row of rows) {
    const person = people.get(row.email)
    expect(row.subscriptionStart.getTime(), row.email).toBeGreaterThanOrEqual(
      (person?.createdAt.getTime() ?? 0) - 1_000,
    )
    expect(row.userId, row.email).toBe(person?.emailVerified ? person.id : null)
    const ledger = await db.select().from(usageLedger).where(eq(usageLedger.subscriberId, row.id))
    const used = ledger.filter(({ periodStart }) => +periodStart === +row.periodStart)
    expect(row.currentUsageMs, row.email).toBe(used.reduce((sum, { usedMs }) => sum + (usedMs ?? 0), 0))
  }
  const followUps = await db.select().from(emailCrm)
  expect(new Set(followUps.map((row) => row.followUpStatus)).size).toBe(3)
  for (const row of followUps) expect(row.lastContactDate !== null).toBe(row.followUpStatus === 'contacted')
})

it('changes nothing when run again', async () => {
  const before = await everything()
  await seed()
  expect(await everything()).toEqual(before)
  expect(said.at(-1)).toBe('So are their subscriptions and the minutes used. Nothing was changed.')
})

it('completes an interrupted run without buying anything twice', async () => {
  await server.db.delete(subscribers)
  await seed()
  const customers = await server.db.$count(sandboxStripeObjects, eq(sandboxStripeObjects.kind, 'customer'))
  expect([customers, await server.db.$count(subscribers)]).toEqual([SIZE.subscribed, SIZE.subscribed])
  expect(await server.db.$count(usageLedger)).toBeGreaterThan(0)
})

it.each([
  [{ STRIPE_SECRET_KEY: 'sk_live_of_a_real_account' }, /^STRIPE_SECRET_KEY is set\. .* Nothing was changed\.$/m],
  [{ NODE_ENV: 'production', TEAM_ACCESS_CODE: 'x1y2z3', AUTH_SECRET: 'x'.repeat(40), PUBLIC_URL: 'https://hall.example', DATABASE_URL: 'postgresql://nowhere.invalid/db', SMTP_URL: 'smtp://nowhere.invalid' }, /^NODE_ENV is production: .* Nothing was changed\.$/m], // oxfmt-ignore
])('refuses to run where there may be real accounts', async (env, words) => {
  const { exitCode, output } = await runCommand({
    command: process.execPath,
    args: ['scripts/seed.ts'],
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], DATA_DIR: '/nowhere/at/all', ...env },
    timeoutMs: 30_000,
  })
  expect(output).toMatch(words)
  expect(exitCode).toBe(1)
})
