import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from './test-server.ts'
import { json, pay } from '../src/features/billing/billing-testing.ts'
import { billingEvents, subscribers } from '../src/infra/db/schema/subscribers.ts'
import { emailCrm } from '../src/infra/db/schema/email-crm.ts'

/**
 * No GET may write to the database or ask the payment provider. The set-up gives each GET a reason to: the person's plan
 * has ended by our rows, its renewal was never received, and an assistant waits for a place that the plan provides.
 */
type Headers = Record<string, string>
const EMAIL = 'getter@example.com'
const DAY_MS = 86_400_000
const MOMENT = { interval: 20, timeout: 20_000 }
/** Pages, and what local mode serves besides the API. */
const NOT_THE_API = /^\/(?:robots\.txt|sitemap\.xml|dev\/|sandbox\/)/

let server: TestApp
let person: Headers
let team: Headers
/** The value of each path's parameter, by path. */
const ids: Record<string, string> = {}
let asked: string[] = []

beforeAll(async () => {
  const often = { burst: 10_000, refillMs: 1 }
  server = await createTestApp({
    rates: { general: often, checkout: often },
    photos: { isOf: async () => true, remove: async () => {} },
    wrapPayments: (payments) =>
      new Proxy(payments, {
        get(target, name: keyof typeof payments) {
          asked.push(name)
          return target[name]
        },
      }),
  })
  person = await server.signedUp(EMAIL)
  team = await server.asTeam()
  const chosen = { priceId: 'small-business-monthly' }
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', chosen, person))
  await pay(server, url)
  await vi.waitUntil(async () => (await server.db.$count(subscribers)) === 1, MOMENT)
  const content = { name: 'Nora', voiceId: 'hazel', firstMessage: 'Hello.', systemPrompt: 'You help.' }
  const form = {
    ...content,
    photoId: 'a'.repeat(32),
    submissionId: crypto.randomUUID(),
    knowledge: { pairs: [], notes: '' },
  }
  const own = await json<{ id: string; slug: string }>(server.request('POST', '/api/own-assistants', form, person))
  const [contact] = await server.db.select().from(emailCrm).where(eq(emailCrm.email, EMAIL))
  Object.assign(ids, {
    '/api/own-assistants/:id': own.id,
    '/api/own-assistants/:id/actions': own.id,
    '/api/own-assistants/:id/leads': own.id,
    '/api/own-assistants/:id/leads.csv': own.id,
    '/api/own-assistants/:id/appointments': own.id,
    '/api/assistant-pages/:slug': own.slug,
    '/api/crm/emails/:id': contact?.id,
    '/api/embed/:assistantId/site': own.slug,
  })
  await server.paymentSandbox.deliveries.flush()
  const isOpen = isNull(billingEvents.processedAt)
  await vi.waitUntil(async () => (await server.db.$count(billingEvents, isOpen)) === 0, MOMENT)
  await server.db.execute(sql`update own_assistants set status = 'draft'`)
  await server.db.update(subscribers).set({ periodEnd: new Date(Date.now() - DAY_MS) })
  await noteWrites()
  asked = []
})
afterAll(() => server.close())

/** Installs triggers that note the name of every table that a statement writes to. */
async function noteWrites(): Promise<void> {
  await server.db.execute(sql`create table noted_writes (what text)`)
  await server.db.execute(sql`
    create function note_write() returns trigger language plpgsql as $$
    begin insert into noted_writes values (tg_op || ' ' || tg_table_name); return null; end $$`)
  await server.db.execute(sql`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'noted_writes' loop
        execute format('create trigger note_write after insert or update or delete on %I
          for each statement execute function note_write()', name);
      end loop;
    end $$`)
}

/** The two drivers type their results differently; both have rows. */
const rowsOf = (answer: unknown): unknown[] => (answer as { rows: unknown[] }).rows

async function written(): Promise<unknown[]> {
  return rowsOf(await server.db.execute(sql`select what from noted_writes`))
}

async function jobs(): Promise<unknown> {
  return rowsOf(await server.db.execute(sql`select count(*)::int as count from pgboss.job`))
}

it('no GET writes, queues jobs or calls the payment provider, for any kind of caller', async () => {
  const paths = server.app.routes
    .filter(({ method, path }) => method === 'GET' && !NOT_THE_API.test(path))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(25)
  const jobsBefore = await jobs()
  const answered = new Map<string, number>()
  for (const path of new Set(paths)) {
    for (const headers of [{}, person, team]) {
      const response = await server.request('GET', path.replace(/:\w+/, ids[path] ?? 'none'), undefined, headers)
      await response.body?.cancel()
      answered.set(path, Math.min(response.status, answered.get(path) ?? 999))
      expect({ path, written: await written(), asked }).toEqual({ path, written: [], asked: [] })
    }
  }
  expect(await jobs()).toEqual(jobsBefore)
  // Every request about a thing must have found it (200); a request of an embedding site is refused after that (403).
  expect(Object.keys(ids).filter((path) => ![200, 403].includes(answered.get(path) ?? 0))).toEqual([])
})

it('responses to GET still reflect the renewed plan', async () => {
  const { assistants } = await json<{ assistants: { status: string }[] }>(
    server.request('GET', '/api/own-assistants', undefined, person),
  )
  expect(assistants).toMatchObject([{ status: 'live' }])
  await server.db.update(subscribers).set({ endsAt: new Date() })
  const after = await json<{ assistants: { status: string }[] }>(
    server.request('GET', '/api/own-assistants', undefined, person),
  )
  expect(after.assistants).toMatchObject([{ status: 'draft' }])
})
