import { randomUUID } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from './test-server.ts'
import { sessions, users } from '../src/infra/db/schema/auth.ts'
import { emailCrm } from '../src/infra/db/schema/email-crm.ts'
import { files } from '../src/infra/db/schema/files.ts'
import { ownAssistants } from '../src/infra/db/schema/own-assistants.ts'
import { subscribers } from '../src/infra/db/schema/subscribers.ts'
import { videos } from '../src/infra/db/schema/videos.ts'
import { json, pay } from '../src/features/billing/billing-testing.ts'

/**
 * Vera has an account, a plan, calls, notes, an own assistant, photos and a talking video. Mallory has an account too,
 * knows every id of Vera's, and tries each API call that takes an id or lists something.
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
/** Also Vera's: an assistant that is a draft, the photo it shows, a photo not used yet, and a video. */
let made: { assistant: string; slug: string; photo: string; loosePhoto: string; video: string }
const ASSISTANT = { voiceId: 'hazel', firstMessage: 'Hello, Vera’s practice.', systemPrompt: SECRET }
let callCursor = ''

beforeAll(async () => {
  server = await createTestApp({})
  await server.request('POST', '/api/auth/sign-up/email', { email: VERA, password: VERAS_PASSWORD, name: 'Vera Vane' })
  await server.confirm(VERA, { password: VERAS_PASSWORD })
  vera = await server.signIn(VERA, VERAS_PASSWORD)
  mallory = await server.signedUp(MALLORY)

  const { url } = await json<{ url: string }>(
    server.request('POST', '/api/billing/checkout', { priceId: 'basic-monthly' }, vera),
  )
  const paid = await pay(server, url)
  const checkout = new URL(paid.headers.get('Location') ?? '').searchParams.get('session_id') ?? ''
  await server.request('POST', '/api/billing/refresh', { sessionId: checkout }, vera)

  for (const content of [SECRET, 'and another call']) {
    const call = await json<{ token: string }>(server.request('POST', '/api/calls', { assistantId: 'therapy' }, vera))
    const { recorder } = await server.calls.desk.admit(call.token)
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

  const [photo, loosePhoto] = [await uploadPhoto(vera), await uploadPhoto(vera)]
  const own = await json<{ id: string; slug: string }>(
    server.request('POST', '/api/own-assistants', newAssistant(photo), vera),
  )
  const order = { photoId: photo, text: SECRET }
  const video = await json<{ id: string }>(server.request('POST', '/api/videos', order, vera))
  made = { assistant: own.id, slug: own.slug, photo, loosePhoto, video: video.id }

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

async function uploadPhoto(headers: Record<string, string>): Promise<string> {
  const body = new FormData()
  body.append('photo', new Blob([new Uint8Array(createCanvas(64, 64).toBuffer('image/jpeg'))]), 'photo.jpg')
  const { id } = await json<{ id: string }>(server.app.request('/api/files/photos', { method: 'POST', headers, body }))
  return id
}

function newAssistant(photoId: string) {
  return { ...ASSISTANT, name: 'Vera Vane’s practice', photoId, submissionId: randomUUID() }
}

/** Checks that the text contains nothing that belongs to Vera alone. */
function expectNothingOfVera(text: string): void {
  const { user, session, customer, subscription, crm } = ids
  for (const secret of [SECRET, 'Vera', VERA, user, session, customer, subscription, crm, ...Object.values(made)]) {
    expect(text).not.toContain(secret)
  }
}

const answered = async (method: string, path: string, body?: unknown) => {
  const response = await server.request(method, path, body, mallory)
  return { status: response.status, text: await response.text() }
}

/** All of Vera's rows, to be compared before and after. */
async function everythingOfVera() {
  const { db } = server
  return {
    user: await db.select().from(users).where(eq(users.id, ids.user)),
    sessions: await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, ids.user)),
    subscribers: await db.select().from(subscribers).where(eq(subscribers.userId, ids.user)),
    emails: await db.select().from(emailCrm).where(eq(emailCrm.id, ids.crm)),
    calls: await json(server.request('GET', '/api/calls', undefined, vera)),
    assistants: await db.select().from(ownAssistants).where(eq(ownAssistants.userId, ids.user)),
    photos: await db.select().from(files).where(eq(files.userId, ids.user)).orderBy(files.createdAt),
    videos: await db.$count(videos, eq(videos.userId, ids.user)),
  }
}

it('Vera can see her own data', async () => {
  const data = await (await server.request('GET', '/api/account/export', undefined, vera)).text()
  for (const own of [SECRET, 'Vera Vane', VERA, ids.customer, ids.subscription, ...Object.values(made)]) {
    expect(data).toContain(own)
  }
  expect(callCursor).not.toBe('')
})

describe('Mallory cannot read', () => {
  it.each([
    ['her calls, with a cursor of hers', () => `/api/calls?limit=100&before=${callCursor}`],
    ['Vera’s calls, by her user id', () => `/api/calls?userId=${ids.user}`],
    ['Vera’s plan, by her user id', () => `/api/billing/me?userId=${ids.user}&email=${VERA}`],
    ['Vera’s invoices', () => `/api/billing/invoices?customer=${ids.customer}`],
    ['Vera’s data export', () => `/api/account/export?userId=${ids.user}`],
    ['Vera’s sessions', () => `/api/auth/list-sessions?userId=${ids.user}`],
    ['Vera’s session by its id', () => `/api/auth/get-session?id=${ids.session}`],
    ['Vera’s assistants, by her user id', () => `/api/own-assistants?userId=${ids.user}`],
    ['the page of Vera’s draft', () => `/api/assistant-pages/${made.slug}?userId=${ids.user}`],
  ])('%s', async (_, path) => {
    const { status, text } = await answered('GET', path())
    expect(status).toBe(200)
    expectNothingOfVera(text)
  })

  it('Vera’s billing portal', async () => {
    const { status, text } = await answered('POST', `/api/billing/portal?customer=${ids.customer}`, {
      customer: ids.customer,
      email: VERA,
    })
    expect(status).toBe(404)
    expectNothingOfVera(text)
  })

  it.each<[what: string, method: string, path: () => string, body?: () => unknown]>([
    ['Vera’s assistant', 'GET', () => `/api/own-assistants/${made.assistant}`],
    ['Vera’s talking video', 'GET', () => `/api/videos/${made.video}`],
    ['a call with Vera’s draft', 'POST', () => `/api/own-assistants/${made.assistant}/calls`, () => ({})],
    [
      'a call with Vera’s draft, as with the catalogue',
      'POST',
      () => '/api/calls',
      () => ({ assistantId: made.assistant }),
    ],
    ['Vera’s draft on another site', 'POST', () => `/api/embed/${made.assistant}/tickets`, () => ({})],
    ['a video of Vera’s photo', 'POST', () => '/api/videos', () => ({ photoId: made.photo, text: 'I am Vera.' })],
  ])('%s', async (_, method, path, body) => {
    const { status, text } = await answered(method, path(), body?.())
    expect(status).toBe(404)
    expectNothingOfVera(text)
  })

  it('the team’s data about Vera', async () => {
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

it('Mallory cannot change Vera’s data', async () => {
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
    ['PUT', `/api/own-assistants/${made.assistant}`, { ...ASSISTANT, name: 'Mine', photoId: made.photo, version: 1 }, 422],
    ['PUT', `/api/own-assistants/${made.assistant}`, { ...ASSISTANT, name: 'Mine', photoId: await uploadPhoto(mallory), version: 1 }, 404],
    ['POST', `/api/own-assistants/${made.assistant}/pause`, undefined, 404],
    ['POST', `/api/own-assistants/${made.assistant}/resume`, undefined, 404],
    ['DELETE', `/api/own-assistants/${made.assistant}`, undefined, 204],
    ['POST', '/api/own-assistants', newAssistant(made.photo), 422],
    // A photo that is not used yet expires after two days, and no other account can keep it.
    ['POST', '/api/own-assistants', newAssistant(made.loosePhoto), 422],
    ['POST', `/api/webhooks/d-id/${made.video}?token=guessed`, {}, 404],
  ] // oxfmt-ignore
  const answers = []
  for (const [method, path, body] of tries) answers.push([path, (await answered(method, path, body)).status])
  expect(answers).toEqual(tries.map(([, path, , status]) => [path, status]))
  expect(await everythingOfVera()).toEqual(before)
  expect((await server.request('GET', '/api/billing/me', undefined, vera)).status).toBe(200)
})

it('a plan cannot be claimed with another user’s checkout, nor with an unconfirmed address', async () => {
  const answer = await json<{ billing: { subscriptions: unknown[] } }>(
    server.request('POST', '/api/billing/refresh', { sessionId: ids.checkout }, mallory),
  )
  expect(answer.billing.subscriptions).toEqual([])
  expectNothingOfVera(JSON.stringify(answer))
  const late = 'late@example.com'
  const { url } = await json<{ url: string }>(
    server.request('POST', '/api/billing/checkout', { priceId: 'premium-monthly' }),
  )
  await pay(server, url, { email: late })
  await server.billing.sync.syncAll()
  await server.request('POST', '/api/auth/sign-up/email', { email: late, password: TEST_PASSWORD })
  const unconfirmed = await server.signIn(late, TEST_PASSWORD)
  expect((await server.request('GET', '/api/billing/me', undefined, unconfirmed)).status).toBe(401)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, late))
  expect(row).toMatchObject({ userId: null, subscriptionStatus: 'active' })
})

it('the team can manage a subscription only together with its address', async () => {
  const team = await server.asTeam()
  const manage = { action: 'cancel', subscriptionId: ids.subscription, email: MALLORY }
  const response = await server.request('POST', '/api/functions/manage-subscription', manage, team)
  expect(response.status).toBe(404)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, VERA))
  expect(row?.subscriptionStatus).toBe('active')
})
