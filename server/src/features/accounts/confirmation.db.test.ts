import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailLinkStateSchema, signUpResponseSchema } from '#contract/account.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { sessions, users, verifications } from '../../infra/db/schema/auth.ts'
import { mails } from '../../infra/db/schema/mail.ts'

const ATTACKER_PASSWORD = 'the attacker knows it'
const OWNER_PASSWORD = 'chosen at the mailbox'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function signUp(email: string, password: string, name = ''): Promise<string> {
  const response = await server.request('POST', '/api/auth/sign-up/email', { email, password, name })
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

it('opening or checking the link does not confirm the address', async () => {
  const email = 'scanned@example.com'
  await signUp(email, ATTACKER_PASSWORD)
  const link = await server.newestLink(email)
  const token = await tokenFor(email)
  for (const method of ['GET', 'HEAD']) {
    await server.request(method, `${link.pathname}${link.search}`)
    await server.request(method, `/api/auth/verify-email${link.search}`)
  }
  expect(await check(token)).toEqual({ status: 'good', email, needsPassword: true })
  expect(await signIn(email, ATTACKER_PASSWORD)).toBe(403)
})

it('confirming in the browser that signed up keeps the password and signs in', async () => {
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

it('confirming in another browser needs a new password, and voids the password and secret of the sign-up', async () => {
  const email = 'victim@example.com'
  const attackerSecret = await signUp(email, ATTACKER_PASSWORD)
  const token = await tokenFor(email)
  expect(await codeOf(await server.request('POST', '/api/auth/verify-email', { token }))).toBe('password-needed')
  expect(await codeOf(await server.confirm(email, { signUpSecret: 'x'.repeat(32) }))).toBe('password-needed')
  expect(await signIn(email, ATTACKER_PASSWORD)).toBe(403)
  expect((await server.confirm(email, { password: OWNER_PASSWORD })).status).toBe(200)
  expect(await signIn(email, ATTACKER_PASSWORD)).toBe(401)
  expect(await signIn(email, OWNER_PASSWORD)).toBe(200)
  expect(await codeOf(await server.confirm(email, { signUpSecret: attackerSecret }))).toBe('link-invalid')
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  const left = await server.db.$count(verifications, eq(verifications.identifier, `sign-up:${user?.id}`))
  expect(left).toBe(0)
})

it('only the secret of the latest sign-up for an address is valid', async () => {
  const email = 'twice@example.com'
  const attackerSecret = await signUp(email, ATTACKER_PASSWORD)
  const ownSecret = await signUp(email, TEST_PASSWORD)
  const token = await tokenFor(email)
  expect((await check(token, attackerSecret)).needsPassword).toBe(true)
  expect((await check(token, ownSecret)).needsPassword).toBe(false)
  // The attacker signs up again after the page was opened and before its button is pressed.
  await signUp(email, ATTACKER_PASSWORD)
  expect(await codeOf(await server.confirm(email, { signUpSecret: ownSecret }))).toBe('password-needed')
  expect((await server.confirm(email, { password: OWNER_PASSWORD })).status).toBe(200)
  expect([
    await signIn(email, ATTACKER_PASSWORD),
    await signIn(email, TEST_PASSWORD),
    await signIn(email, OWNER_PASSWORD),
  ]).toEqual([401, 401, 200])
})

it('repeated sign-ups send few mails, and the owner can still confirm after many of them', async () => {
  const email = 'flooded@example.com'
  for (let times = 0; times < 8; times += 1) await signUp(email, ATTACKER_PASSWORD)
  const mailed = () => server.db.$count(mails, eq(mails.recipient, email))
  expect(await mailed()).toBe(1)
  for (let times = 0; times < 8; times += 1) {
    await server.db
      .update(users)
      .set({ updatedAt: new Date(0) })
      .where(eq(users.email, email))
    await signUp(email, ATTACKER_PASSWORD)
  }
  expect(await mailed()).toBe(5)
  const secret = await signUp(email, TEST_PASSWORD, 'Flora')
  const confirmed = await server.confirm(email, { signUpSecret: secret })
  expect(await confirmed.json()).toMatchObject({ user: { name: 'Flora' } })
  expect(await signIn(email, TEST_PASSWORD)).toBe(200)
})

it('the right password for an unconfirmed address is never limited, but sends only a few mails', async () => {
  const email = 'impatient@example.com'
  await signUp(email, TEST_PASSWORD)
  const details: string[] = []
  for (let times = 0; times < 12; times += 1) {
    const response = await server.request('POST', '/api/auth/sign-in/email', { email, password: TEST_PASSWORD })
    expect(response.status).toBe(403)
    details.push(((await response.json()) as { detail: string }).detail)
  }
  // One mail of the sign-up, and four more.
  expect(await server.db.$count(mails, eq(mails.recipient, email))).toBe(5)
  expect(details.map((detail) => detail.includes('We have sent it several times'))).toEqual([
    ...Array<boolean>(4).fill(false),
    ...Array<boolean>(8).fill(true),
  ])
})

it('a sign-up reveals no user id, and many requests for confirmation do not block the mail for a reset', async () => {
  const email = 'probed@example.com'
  const body = { email, password: ATTACKER_PASSWORD }
  const signedUp = (await (await server.request('POST', '/api/auth/sign-up/email', body)).json()) as { user: object }
  expect(signedUp.user).not.toHaveProperty('id')
  await server.confirm(email)
  const ask = (path: string) =>
    server.request('POST', `/api/auth/${path}`, { email }, { 'X-Forwarded-For': '10.9.9.9' })
  for (let times = 0; times < 8; times += 1) await ask('send-verification-email')
  expect((await ask('request-password-reset')).status).toBe(200)
  expect((await server.newestLink(email)).pathname).toBe('/reset-password')
})

it('only the first use of a confirmation link succeeds', { tags: 'postgres' }, async () => {
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

it('a confirmation link expires after a day, and can be used to request a new one', async () => {
  const email = 'late@example.com'
  await signUp(email, TEST_PASSWORD)
  const token = await tokenFor(email)
  // The mail is not sent after that either.
  expect(await server.newestMailUsefulUntil(email)).toEqual(new Date(Number(token.split('.')[1]) * 1_000))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
  try {
    expect(await check(token)).toEqual({ status: 'expired', email: null, needsPassword: false })
    const late = await server.request('POST', '/api/auth/verify-email', { token, password: TEST_PASSWORD })
    expect(await codeOf(late)).toBe('link-invalid')
    await server.request('POST', '/api/auth/send-verification-email', { token })
    const next = await tokenFor(email)
    expect(next).not.toBe(token)
    expect((await check(next)).status).toBe('good')
  } finally {
    vi.useRealTimers()
  }
})

it('the secret of a sign-up is forgotten after a week', async () => {
  const email = 'on-holiday@example.com'
  const secret = await signUp(email, TEST_PASSWORD)
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    for (const [days, needsPassword] of [
      [6.9, false],
      [7, true],
    ] as const) {
      vi.setSystemTime(now + days * 24 * 3_600_000)
      await server.request('POST', '/api/auth/send-verification-email', { email })
      expect(await check(await tokenFor(email), secret)).toEqual({ status: 'good', email, needsPassword })
    }
  } finally {
    vi.useRealTimers()
  }
})

it('links for another purpose or account, and altered links, are refused', async () => {
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
    const response = await server.request('POST', '/api/auth/verify-email', { token: bad, password: OWNER_PASSWORD })
    expect(response.status, bad).toBe(400)
  }
  expect((await check(reset)).status).toBe('unknown')
})

it('no session stays open with a password that is reset at the same moment', { tags: 'postgres' }, async () => {
  const email = 'race@example.com'
  await server.signedUp(email)
  await server.request('POST', '/api/auth/request-password-reset', { email })
  const token = (await server.newestLink(email, '/reset-password')).searchParams.get('token')
  const tries = Array.from({ length: 6 }, () =>
    server.request('POST', '/api/auth/sign-in/email', { email, password: TEST_PASSWORD }),
  )
  await Promise.all([
    server.request('POST', '/api/auth/reset-password', { token, newPassword: OWNER_PASSWORD }),
    ...tries,
  ])
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  expect(await server.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(0)
})
