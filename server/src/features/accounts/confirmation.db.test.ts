import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailLinkStateSchema, signUpResponseSchema } from '#contract/account.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { sessions, users, verifications } from '../../infra/db/schema/auth.ts'
import { mails } from '../../infra/db/schema/mail.ts'

const ATTACKERS = 'the attacker knows it'
const OWN = 'chosen at the mailbox'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function signUp(email: string, password: string): Promise<string> {
  const response = await server.request('POST', '/api/auth/sign-up/email', { email, password })
  return signUpResponseSchema.parse(await response.json()).signUpSecret
}

async function tokenFor(email: string): Promise<string> {
  return (await server.newestLink(email, '/confirm-email')).searchParams.get('token') ?? ''
}

async function check(token: string, signUpSecret?: string) {
  const response = await server.request('POST', '/api/auth/verify-email/check', { token, signUpSecret })
  return mailLinkStateSchema.parse(await response.json())
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: string }).code
}

const signIn = async (email: string, password: string) =>
  (await server.request('POST', '/api/auth/sign-in/email', { email, password })).status

it('is not done by following the link, nor by looking at it', async () => {
  const email = 'scanned@example.com'
  await signUp(email, ATTACKERS)
  const link = await server.newestLink(email)
  const token = await tokenFor(email)
  for (const method of ['GET', 'HEAD']) {
    await server.request(method, `${link.pathname}${link.search}`)
    await server.request(method, `/api/auth/verify-email${link.search}`)
  }
  expect(await check(token)).toEqual({ status: 'good', email, needsPassword: true })
  expect(await signIn(email, ATTACKERS)).toBe(403)
})

it('keeps the password of the sign-up in the browser that signed up, and signs in', async () => {
  const email = 'same-browser@example.com'
  const signUpSecret = await signUp(email, TEST_PASSWORD)
  const token = await tokenFor(email)
  expect(await check(token, signUpSecret)).toEqual({ status: 'good', email, needsPassword: false })
  const response = await server.request('POST', '/api/auth/verify-email', { token, signUpSecret })
  expect(response.status).toBe(200)
  const session = { Authorization: `Bearer ${response.headers.get('set-auth-token') ?? ''}` }
  expect((await server.request('GET', '/api/auth/list-sessions', undefined, session)).status).toBe(200)
  expect(await signIn(email, TEST_PASSWORD)).toBe(200)
})

it('lets the mailbox choose the password elsewhere: what a stranger typed and holds is void', async () => {
  const email = 'victim@example.com'
  const strangers = await signUp(email, ATTACKERS)
  const token = await tokenFor(email)
  expect(await codeOf(await server.request('POST', '/api/auth/verify-email', { token }))).toBe('password-needed')
  expect(await codeOf(await server.confirm(email, { signUpSecret: 'x'.repeat(32) }))).toBe('password-needed')
  expect(await signIn(email, ATTACKERS)).toBe(403)
  expect((await server.confirm(email, { password: OWN })).status).toBe(200)
  expect(await signIn(email, ATTACKERS)).toBe(401)
  expect(await signIn(email, OWN)).toBe(200)
  expect(await codeOf(await server.confirm(email, { signUpSecret: strangers }))).toBe('link-invalid')
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  const left = await server.db.$count(verifications, eq(verifications.identifier, `sign-up:${user?.id}`))
  expect(left).toBe(0)
})

it('of a repeated sign-up knows the last one alone, whoever it was', async () => {
  const email = 'twice@example.com'
  const strangers = await signUp(email, ATTACKERS)
  const own = await signUp(email, TEST_PASSWORD)
  const token = await tokenFor(email)
  expect((await check(token, strangers)).needsPassword).toBe(true)
  expect((await check(token, own)).needsPassword).toBe(false)
  // The stranger signs up again after the page was opened and before its button is pressed.
  await signUp(email, ATTACKERS)
  expect(await codeOf(await server.confirm(email, { signUpSecret: own }))).toBe('password-needed')
  expect((await server.confirm(email, { password: OWN })).status).toBe(200)
  expect([await signIn(email, ATTACKERS), await signIn(email, TEST_PASSWORD), await signIn(email, OWN)]).toEqual([
    401, 401, 200,
  ])
})

it('mails once for sign-ups in quick succession, and can’t be kept from the mailbox by many of them', async () => {
  const email = 'flooded@example.com'
  for (let times = 0; times < 8; times += 1) await signUp(email, ATTACKERS)
  const mailed = () => server.db.$count(mails, eq(mails.recipient, email))
  expect(await mailed()).toBe(1)
  for (let times = 0; times < 8; times += 1) {
    await server.db
      .update(users)
      .set({ updatedAt: new Date(0) })
      .where(eq(users.email, email))
    await signUp(email, ATTACKERS)
  }
  expect(await mailed()).toBe(5)
  const secret = await signUp(email, TEST_PASSWORD)
  expect((await server.confirm(email, { signUpSecret: secret })).status).toBe(200)
  expect(await signIn(email, TEST_PASSWORD)).toBe(200)
})

it('tells a stranger nothing that lasts about the account, nor keeps its owner from the mail for a new password', async () => {
  const email = 'probed@example.com'
  const body = { email, password: ATTACKERS }
  const signedUp = (await (await server.request('POST', '/api/auth/sign-up/email', body)).json()) as { user: object }
  expect(signedUp.user).not.toHaveProperty('id')
  await server.confirm(email)
  const ask = (path: string) =>
    server.request('POST', `/api/auth/${path}`, { email }, { 'X-Forwarded-For': '10.9.9.9' })
  for (let times = 0; times < 8; times += 1) await ask('send-verification-email')
  expect((await ask('request-password-reset')).status).toBe(200)
  expect((await server.newestLink(email)).pathname).toBe('/reset-password')
})

it('works once, of all its links', { tags: 'postgres' }, async () => {
  const email = 'once@example.com'
  await signUp(email, TEST_PASSWORD)
  const first = await tokenFor(email)
  const pressed = await Promise.all(
    [1, 2, 3].map((at) =>
      server.request('POST', '/api/auth/verify-email', { token: first, password: `the password ${at}` }),
    ),
  )
  expect(pressed.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  expect(await check(first)).toEqual({ status: 'used', email: null, needsPassword: false })
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  expect(await server.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(1)
})

it('expires after a day, and a press sends a new link to the same mailbox', async () => {
  const email = 'late@example.com'
  await signUp(email, TEST_PASSWORD)
  const token = await tokenFor(email)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
  try {
    expect(await check(token)).toEqual({ status: 'expired', email: null, needsPassword: false })
    expect(await codeOf(await server.confirm(email))).toBe('link-invalid')
    await server.request('POST', '/api/auth/send-verification-email', { token })
    const next = await tokenFor(email)
    expect(next).not.toBe(token)
    expect((await check(next)).status).toBe('good')
  } finally {
    vi.useRealTimers()
  }
})

it('takes no link of another purpose, another account, or changed by a letter', async () => {
  await signUp('forger@example.com', TEST_PASSWORD)
  const token = await tokenFor('forger@example.com')
  const [id = '', expiry = '', ...signatures] = token.split('.')
  const [other] = await server.db.select().from(users).where(eq(users.email, 'late@example.com'))
  await server.request('POST', '/api/auth/request-password-reset', { email: 'forger@example.com' })
  const reset = (await server.newestLink('forger@example.com', '/reset-password')).searchParams.get('token') ?? ''
  for (const bad of [
    '',
    'abc',
    reset,
    token.slice(0, -1),
    [other?.id, expiry, ...signatures].join('.'),
    [id, String(Number(expiry) + 1), ...signatures].join('.'),
  ]) {
    const response = await server.request('POST', '/api/auth/verify-email', { token: bad, password: OWN })
    expect(response.status, bad).toBe(400)
  }
  expect((await check(reset)).status).toBe('unknown')
})

it(
  'leaves no session that was opened with the password that a reset replaces at the same moment',
  { tags: 'postgres' },
  async () => {
    const email = 'race@example.com'
    await server.signedUp(email)
    await server.request('POST', '/api/auth/request-password-reset', { email })
    const token = (await server.newestLink(email, '/reset-password')).searchParams.get('token')
    const tries = Array.from({ length: 6 }, () =>
      server.request('POST', '/api/auth/sign-in/email', { email, password: TEST_PASSWORD }),
    )
    await Promise.all([server.request('POST', '/api/auth/reset-password', { token, newPassword: OWN }), ...tries])
    const [user] = await server.db.select().from(users).where(eq(users.email, email))
    expect(await server.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(0)
  },
)
