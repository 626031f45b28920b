import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { checkoutResponseSchema } from '#contract/billing.ts'
import { json, pay } from '../src/features/billing/billing-testing.ts'
import { createStudioTest } from '../src/features/assistants/own/studio-testing.ts'
import { sessions, teamAccessTries, teamSessions, users, verifications } from '../src/infra/db/schema/auth.ts'
import { callSpending } from '../src/infra/db/schema/call-spending.ts'
import { calls } from '../src/infra/db/schema/calls.ts'
import { files } from '../src/infra/db/schema/files.ts'
import { mails } from '../src/infra/db/schema/mail.ts'
import { assistantTries, assistantVisitorDays, ownAssistants } from '../src/infra/db/schema/own-assistants.ts'
import { billingEvents, subscribers, usageLedger } from '../src/infra/db/schema/subscribers.ts'
import { videos } from '../src/infra/db/schema/videos.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../src/infra/db/schema/webhooks.ts'
import { startJobs, type Jobs } from '../src/infra/jobs/jobs.ts'
import { settledUse } from './settled-use.ts'
import { createTestApp } from './test-server.ts'

// The jobs that the server repeats by the clock. The clock is off in tests, so each job is started at once.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ago = (ms: number) => new Date(Date.now() - ms)

let studio: Awaited<ReturnType<typeof createStudioTest>>
let jobs: Jobs
beforeAll(async () => {
  studio = await createStudioTest({}, { jobs: { pollingIntervalSeconds: 0.5 } })
  jobs = await startJobs(studio.server.database, pino({ level: 'silent' }), { repeats: false })
})
afterAll(async () => {
  await jobs.close()
  await studio.server.close()
})

async function rowsOf(query: ReturnType<typeof sql>) {
  return z.object({ rows: z.array(z.looseObject({})) }).parse(await studio.server.db.execute(query)).rows
}

/** Starts the job and waits until it is done. */
async function run(name: string): Promise<void> {
  await jobs.send(studio.server.db, { name, data: z.strictObject({}), queue: {} }, {})
  const isOver = async () => {
    const states = await rowsOf(sql`select state from pgboss.job where name = ${name}`)
    return states.every(({ state }) => state === 'completed')
  }
  await expect.poll(isOver, { timeout: 10_000 }).toBe(true)
}

it('the daily mail, the sync with the payment provider and housekeeping are scheduled', async () => {
  const schedule = await rowsOf(sql`select name, cron from pgboss.schedule`)
  expect(Object.fromEntries(schedule.map(({ name, cron }) => [name, cron]))).toEqual({
    'keep-house': '17 * * * *',
    'mail-conversations-of-the-day': '10 * * * *',
    'sweep-billing-events': '*/5 * * * *',
    'sync-billing': '41 * * * *',
  })
})

it('housekeeping deletes what the privacy page says is deleted, and nothing else', async () => {
  const { db } = studio.server
  const { email, headers } = await studio.person()
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const [userId, { id: assistantId }] = [user?.id ?? '', await studio.make(headers)]
  const endpoint = { id: 'wh', ownerId: userId, url: 'https://shop.example', secret: '', types: [] }
  await db.insert(webhookEndpoints).values({ ...endpoint, createdAt: ago(0) })
  const dayOf = (ms: number) => ago(ms).toISOString().slice(0, 10)
  for (const [id, isOld] of [
    ['old', true],
    ['new', false],
  ] as const) {
    const expiresAt = ago(isOld ? MINUTE_MS : -MINUTE_MS)
    const of = (old: number, young: number) => ago(isOld ? old : young)
    await db.insert(sessions).values({ id, token: id, userId, expiresAt })
    await db.insert(verifications).values({ id, identifier: id, value: id, expiresAt })
    await db.insert(teamSessions).values({ id, tokenHash: id, expiresAt })
    await db.insert(teamAccessTries).values({ id, clientKey: id, triedAt: of(DAY_MS + MINUTE_MS, DAY_MS - MINUTE_MS) })
    const day = dayOf(isOld ? 3 * DAY_MS : DAY_MS)
    const budget = { isFree: true, network: id, reservedMicros: 0, reservedMs: 0 }
    await db.insert(callSpending).values({ callId: id, day, ...budget })
    await db.insert(assistantVisitorDays).values({ assistantId, visitor: id, day, calls: 1 })
    const granted = { id, userId, assistantId: 'finance', tokenHash: id, createdAt: ago(DAY_MS) }
    await db.insert(calls).values({ ...granted, tokenExpiresAt: of(HOUR_MS + MINUTE_MS, HOUR_MS - MINUTE_MS) })
    const content = { name: id, voiceId: 'hazel' as const, firstMessage: id, systemPrompt: '', photoId: null }
    const knowledge = { pairs: [], notes: '' }
    const createdAt = of(11 * MINUTE_MS, 9 * MINUTE_MS)
    await db.insert(assistantTries).values({ id, userId, content: { ...content, knowledge }, createdAt })
    const video = { id, userId, text: id, voiceId: 'hazel' as const, format: 'webm' as const, panel: 'talk' as const }
    const madeAt = of(2 * DAY_MS + MINUTE_MS, 2 * DAY_MS - MINUTE_MS)
    await db.insert(videos).values({ ...video, step: 'failed', createdAt: madeAt, updatedAt: madeAt })
    const photo = { id, userId, kind: 'photo' as const, mediaType: 'image/jpeg', byteLength: 1 }
    await db.insert(files).values({ ...photo, expiresAt, createdAt: madeAt })
    const greeting = { ...video, id: `greeting of ${id}`, step: 'done' as const, fileId: id }
    await db.insert(videos).values({ ...greeting, createdAt: ago(3 * DAY_MS), updatedAt: madeAt })
    const month = of(30 * DAY_MS + MINUTE_MS, 30 * DAY_MS - MINUTE_MS)
    const event = { id, ownerId: userId, assistantId, type: 'test', data: {} }
    await db.insert(businessEvents).values({ ...event, createdAt: month })
    await db.insert(webhookDeliveries).values({ id, eventId: id, endpointId: 'wh', createdAt: month })
    const mail = { recipient: email, subject: id, text: '', html: '' }
    await db.insert(mails).values({ ...mail, createdAt: month, deliveredAt: month })
    const week = of(7 * DAY_MS + MINUTE_MS, 7 * DAY_MS - MINUTE_MS)
    await db.insert(mails).values({ ...mail, createdAt: week, deliveredAt: null })
  }

  await run('keep-house')
  const left: Record<string, unknown[]> = {}
  for (const [table, key] of [
    ['sessions', 'id'],
    ['verifications', 'id'],
    ['team_sessions', 'id'],
    ['team_access_tries', 'id'],
    ['call_spending', 'call_id'],
    ['assistant_visitor_days', 'visitor'],
    ['calls', 'id'],
    ['assistant_tries', 'id'],
    ['videos', 'id'],
    ['files', 'id'],
    ['business_events', 'id'],
    ['mails', 'subject'],
  ] as const) {
    const column = sql.identifier(key)
    const rows = await rowsOf(
      sql`select ${column} as key from ${sql.identifier(table)} where ${column} in ('old', 'new')`,
    )
    left[table] = rows.map((row) => row['key'])
  }
  const expected = Object.fromEntries(Object.keys(left).map((table) => [table, ['new']]))
  expect(left).toEqual({ ...expected, mails: ['new', 'new'] })
  // A video whose file is kept is given to further users.
  expect(await db.$count(videos, eq(videos.fileId, 'new'))).toBe(1)
})

it('the hourly sync reads the payment provider without an event, and recounts usage', async () => {
  const { server } = studio
  const email = 'hourly@example.com'
  const headers = await server.signedUp(email)
  server.paymentSandbox.deliveries.hold()
  const asked = server.request('POST', '/api/billing/checkout', { priceId: 'basic-monthly' }, headers)
  await pay(server, checkoutResponseSchema.parse(await json(asked)).url)
  const rowOf = async () => (await server.db.select().from(subscribers).where(eq(subscribers.email, email)))[0]
  await run('sync-billing')
  const row = await rowOf()
  expect(row).toMatchObject({ providerStatus: 'active', limitExceeded: false })
  if (row) await server.db.insert(usageLedger).values(settledUse(row, { callId: 'all', usedMs: 250 * MINUTE_MS }))
  await run('sync-billing')
  expect(await rowOf()).toMatchObject({ currentUsageMs: 250 * MINUTE_MS, limitExceeded: true })

  // A process died with events and with a call, an earlier event is a month old, and a return is done.
  const event = { type: 'customer.updated', customerId: row?.stripeCustomerId ?? '' }
  const processed = (id: string, processedAt: Date | null) => ({ ...event, id, processedAt })
  const events = [processed('old', ago(31 * DAY_MS)), processed('new', ago(29 * DAY_MS)), processed('open', null)]
  const returns = [processed('returned', ago(0)), processed('returning', null)]
  await server.db.insert(billingEvents).values([...events, ...returns.map((each) => ({ ...each, type: 'return' }))])
  const lost = { callId: 'lost', subscriberId: row?.id ?? '', periodStart: row?.periodStart ?? new Date() }
  await server.db.insert(usageLedger).values({ ...lost, reservedMs: MINUTE_MS, ranMs: 1_000 })
  await run('sweep-billing-events')
  const kept = await rowsOf(
    sql`select id from billing_events where id in ('old', 'new', 'returned') or processed_at is null`,
  )
  expect(kept).toEqual([{ id: 'new' }])
  expect(await server.db.select().from(usageLedger).where(eq(usageLedger.callId, 'lost'))).toMatchObject([
    { usedMs: 1_000 },
  ])
  server.paymentSandbox.deliveries.release()
})

it('the daily mail is sent each day for every assistant whose owner wants it', async () => {
  const { headers } = await studio.person()
  const { id } = await studio.make(headers)
  const wish = { keeps: true, mail: 'daily' }
  await studio.server.request('PUT', `/api/own-assistants/${id}/conversations/settings`, wish, headers)
  const isIt = eq(ownAssistants.id, id)
  await studio.server.db
    .update(ownAssistants)
    .set({ mailedUntil: ago(2 * DAY_MS) })
    .where(isIt)
  await run('mail-conversations-of-the-day')
  const [row] = await studio.server.db.select().from(ownAssistants).where(isIt)
  expect(row?.mailedUntil?.getTime()).toBeGreaterThan(ago(DAY_MS).getTime() - MINUTE_MS)
})

it('a listening server watches calls, calls at Vapi and webhooks, and catches up with the payment provider', async () => {
  const own = await createTestApp({ env: { PORT: '0', WARM_UP: 'off' } })
  onTestFinished(() => own.close())
  await own.signedUp('left@example.com')
  const [user] = await own.db.select().from(users).where(eq(users.email, 'left@example.com'))
  const userId = user?.id ?? ''
  const granted = { id: 'call_left', userId, assistantId: 'finance', tokenHash: 'left', tokenExpiresAt: ago(1_000) }
  await own.db.insert(calls).values({ ...granted, createdAt: ago(MINUTE_MS) })
  const video = {
    id: 'left',
    userId,
    assistantId: 'legal',
    text: 'Hello.',
    voiceId: 'oak',
    step: 'queued',
  } as const
  const left = { createdAt: ago(1_000), updatedAt: ago(1_000) }
  await own.db.insert(videos).values({ ...video, format: 'webm', panel: 'talk', ...left })
  const watches = [own.calls, own.vapi, own.webhooks].map((feature) => vi.spyOn(feature, 'watch'))
  await own.listen()
  expect(watches.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  // What an ended process left behind is taken up.
  const callIsOver = async () => (await own.db.select().from(calls))[0]?.status
  await expect.poll(callIsOver).toBe('expired')
  const videoStep = async () => (await own.db.select().from(videos))[0]?.step
  await expect.poll(videoStep).not.toBe('queued')
  const missed = () => own.db.execute(sql`select name from pgboss.job where name = 'sync-billing'`)
  await expect.poll(missed).toMatchObject({ rows: [{ name: 'sync-billing' }] })
})
