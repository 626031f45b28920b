import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORD, TEST_TEAM_CODE, type TestApp } from './app-testing.ts'
import { sessions, users } from './db/schema/auth.ts'
import { emailCrm } from './db/schema/email-crm.ts'
import { subscribers } from './db/schema/subscribers.ts'
import { json, pay } from './features/billing/billing-testing.ts'

/**
 * Vera has an account, a plan, calls and notes. Mallory has an account too, knows every id of Vera's that exists, and
 * tries each call that takes an id or lists something.
 */
const VERA = 'vera@example.com'
const MALLORY = 'mallory@example.com'
const VERAS_PASSWORD = 'only vera knows this one'
const SECRET = 'my sister must not hear of this'

let server: TestApp
let vera: Record<string, string>
let mallory: Record<string, string>
/** Vera's. */
let ids: { user: string; session: string; checkout: string; customer: string; subscription: string; crm: string }
let callCursor = ''

beforeAll(async () => {
  server = await createTestApp()
  await server.request('POST', '/api/auth/sign-up/email', { email: VERA, password: VERAS_PASSWORD, name: 'Vera Vane' })
  await server.confirm(VERA)
  vera = await server.signIn(VERA, VERAS_PASSWORD)
  mallory = await server.signedUp(MALLORY)

  const { url } = await json<{ url: string }>(
    server.request('POST', '/api/billing/checkout', { priceId: 'basic-monthly' }, vera),
  )
  const paid = await pay(server, url)
  const checkout = new URL(paid.headers.get('Location') ?? '').searchParams.get('session_id') ?? ''
  await server.request('GET', `/api/billing/me?session_id=${checkout}`, undefined, vera)

  for (const content of [SECRET, 'and another call']) {
    const call = await json<{ token: string }>(server.request('POST', '/api/calls', { assistantId: 'therapy' }, vera))
    const { recorder } = await server.callDesk.admit(call.token)
    recorder.line({
      itemId: randomUUID(),
      position: 0,
      role: 'user',
      content,
      atMs: 1,
      interrupted: false,
      timings: undefined,
    })
    await recorder.ended('person-ended', 60_000)
  }
  const page = await json<{ nextBefore: string }>(server.request('GET', '/api/calls?limit=1', undefined, vera))
  callCursor = page.nextBefore

  const [user] = await server.db.select().from(users).where(eq(users.email, VERA))
  const [session] = await server.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user?.id ?? ''))
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, VERA))
  const [crm] = await server.db.select().from(emailCrm).where(eq(emailCrm.email, VERA))
  if (!user || !session || !row || !crm) throw new Error('vera has less than she should')
  ids = {
    user: user.id,
    session: session.id,
    checkout,
    customer: row.stripeCustomerId,
    subscription: row.stripeSubscriptionId,
    crm: crm.id,
  }
})
afterAll(() => server.close())

/** Everything that is Vera's alone, wherever it might turn up. */
function expectNothingOfVera(text: string): void {
  for (const secret of [SECRET, 'Vera', VERA, ids.user, ids.session, ids.customer, ids.subscription, ids.crm]) {
    expect(text).not.toContain(secret)
  }
}

const answered = async (method: string, path: string, body?: unknown) => {
  const response = await server.request(method, path, body, mallory)
  return { status: response.status, text: await response.text() }
}

/** Vera's rows as they are, to be the same afterwards. */
async function everythingOfVera() {
  const { db } = server
  return {
    user: await db.select().from(users).where(eq(users.id, ids.user)),
    sessions: await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, ids.user)),
    subscribers: await db.select().from(subscribers).where(eq(subscribers.userId, ids.user)),
    emails: await db.select().from(emailCrm).where(eq(emailCrm.id, ids.crm)),
    calls: await json(server.request('GET', '/api/calls', undefined, vera)),
  }
}

it('Vera sees what is hers', async () => {
  const data = await (await server.request('GET', '/api/account/export', undefined, vera)).text()
  for (const own of [SECRET, 'Vera Vane', VERA, ids.customer, ids.subscription]) expect(data).toContain(own)
  expect(callCursor).not.toBe('')
})

describe('nobody reads what is another’s', () => {
  it.each([
    ['her calls, from where she has turned the page', () => `/api/calls?limit=100&before=${callCursor}`],
    ['her calls, by naming her', () => `/api/calls?userId=${ids.user}`],
    ['her plan, with her checkout', () => `/api/billing/me?session_id=${ids.checkout}`],
    ['her plan, by naming her', () => `/api/billing/me?userId=${ids.user}&email=${VERA}`],
    ['her invoices', () => `/api/billing/invoices?customer=${ids.customer}`],
    ['her data', () => `/api/account/export?userId=${ids.user}`],
    ['her sessions', () => `/api/auth/list-sessions?userId=${ids.user}`],
    ['her account', () => `/api/auth/get-session?id=${ids.session}`],
  ])('%s', async (_, path) => {
    const { status, text } = await answered('GET', path())
    expect(status).toBe(200)
    expectNothingOfVera(text)
  })

  it('her portal', async () => {
    const { status, text } = await answered('POST', `/api/billing/portal?customer=${ids.customer}`, {
      customer: ids.customer,
      email: VERA,
    })
    expect(status).toBe(404)
    expectNothingOfVera(text)
  })

  it('what the team knows of her', async () => {
    for (const path of [
      'subscribers',
      'emails',
      `emails/${ids.crm}`,
      'stats',
      'subscribers.csv',
      'emails.csv',
      'events',
    ]) {
      const { status, text } = await answered('GET', `/api/crm/${path}`)
      expect(status).toBe(403)
      expectNothingOfVera(text)
    }
  })
})

it('nobody changes what is another’s', async () => {
  const before = await everythingOfVera()
  const tries: [string, string, unknown, number][] = [
    ['POST', '/api/auth/update-user', { name: 'Not Vera', id: ids.user, email: VERA }, 200],
    ['POST', '/api/auth/revoke-session', { id: ids.session }, 200],
    ['POST', '/api/auth/revoke-other-sessions', { userId: ids.user }, 200],
    ['POST', '/api/auth/change-password', { userId: ids.user, currentPassword: VERAS_PASSWORD, newPassword: 'x'.repeat(12) }, 403],
    ['DELETE', '/api/account', { password: VERAS_PASSWORD, userId: ids.user }, 403],
    ['PATCH', `/api/crm/emails/${ids.crm}`, { notes: 'mine', version: new Date().toISOString() }, 403],
    ['POST', '/api/functions/manage-subscription', { action: 'cancel', subscriptionId: ids.subscription, email: VERA }, 403],
    ['POST', '/api/billing/portal', { customer: ids.customer }, 404],
  ] // prettier-ignore
  const answers = []
  for (const [method, path, body] of tries) answers.push([path, (await answered(method, path, body)).status])
  expect(answers).toEqual(tries.map(([, path, , status]) => [path, status]))
  expect(await everythingOfVera()).toEqual(before)
  expect((await server.request('GET', '/api/billing/me', undefined, vera)).status).toBe(200)
})

it('a plan is not had with another’s checkout, nor with another’s address that nobody has confirmed', async () => {
  const mine = await json<{ subscriptions: unknown[] }>(
    server.request('GET', `/api/billing/me?session_id=${ids.checkout}`, undefined, mallory),
  )
  expect(mine.subscriptions).toEqual([])
  const late = 'late@example.com'
  const { url } = await json<{ url: string }>(
    server.request('POST', '/api/billing/checkout', { priceId: 'premium-monthly' }),
  )
  await pay(server, url, { email: late })
  await server.billing?.sync.syncAll()
  await server.request('POST', '/api/auth/sign-up/email', { email: late, password: TEST_PASSWORD })
  const unconfirmed = await server.signIn(late, TEST_PASSWORD)
  expect((await server.request('GET', '/api/billing/me', undefined, unconfirmed)).status).toBe(401)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, late))
  expect(row).toMatchObject({ userId: null, subscriptionStatus: 'active' })
})

it('the team acts only on a subscription whose address it names', async () => {
  const { token } = await json<{ token: string }>(server.request('POST', '/api/team/access', { code: TEST_TEAM_CODE }))
  const manage = { action: 'cancel', subscriptionId: ids.subscription, email: MALLORY }
  const response = await server.request('POST', '/api/functions/manage-subscription', manage, { 'Voxhall-Team': token })
  expect(response.status).toBe(404)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, VERA))
  expect(row?.subscriptionStatus).toBe('active')
})
