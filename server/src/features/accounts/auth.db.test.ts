import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { accounts, users } from '../../infra/db/schema/auth.ts'
import { mails } from '../../infra/db/schema/mail.ts'

let server: TestApp

beforeAll(async () => {
  // Waits long enough not to end during a slow test run.
  const growing = { burst: 10, firstWaitMs: 600_000, maxWaitMs: 600_000, forgottenAfterMs: 3_600_000 }
  server = await createTestApp({
    rates: {
      'sign-in-pair': growing,
      'sign-in-device': growing,
      'sign-in-account': { burst: 20, refillMs: 600_000 },
    },
  })
})
afterAll(() => server.close())

async function bodyOf(response: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return (await (await response).json()) as Record<string, unknown>
}

function signUp(email: string, more: Record<string, unknown> = {}) {
  return server.request('POST', '/api/auth/sign-up/email', { email, password: TEST_PASSWORD, ...more })
}

describe('from sign-up to sign-out', () => {
  it('creates an account that can be used once its address is confirmed', async () => {
    const signedUp = await signUp('  Ann@Example.com ', { name: ' Ann ' })
    expect(signedUp.status).toBe(200)
    expect(await bodyOf(signedUp)).toMatchObject({
      token: null,
      user: { email: 'ann@example.com', name: 'Ann', emailVerified: false },
    })

    const tooEarly = await server.request('POST', '/api/auth/sign-in/email', {
      email: 'ann@example.com',
      password: TEST_PASSWORD,
    })
    expect(tooEarly.status).toBe(403)
    expect(await bodyOf(tooEarly)).toMatchObject({ code: 'email-not-confirmed' })

    expect((await server.confirm('ann@example.com')).status).toBe(200)

    const signedIn = await server.request('POST', '/api/auth/sign-in/email', {
      email: 'ANN@example.com',
      password: TEST_PASSWORD,
    })
    expect(signedIn.status).toBe(200)
    const { token } = await bodyOf(signedIn)
    expect(signedIn.headers.get('set-auth-token')).toBe(token)
    const session = { Authorization: `Bearer ${String(token)}` }
    expect(await bodyOf(server.request('GET', '/api/auth/get-session', undefined, session))).toMatchObject({
      user: { email: 'ann@example.com', name: 'Ann', emailVerified: true },
    })

    await server.request('POST', '/api/auth/sign-out', undefined, session)
    const after = await server.request('GET', '/api/auth/get-session', undefined, session)
    expect(await after.json()).toBeNull()
  })

  it('sends the confirmation again after a sign-in attempt, and on request', async () => {
    await signUp('again@example.com')
    await server.request('POST', '/api/auth/sign-in/email', { email: 'again@example.com', password: TEST_PASSWORD })
    await server.request('POST', '/api/auth/send-verification-email', { email: 'again@example.com' })
    expect(await server.db.select().from(mails).where(eq(mails.recipient, 'again@example.com'))).toHaveLength(3)
    await server.confirm('again@example.com')
    await server.request('POST', '/api/auth/send-verification-email', { email: 'again@example.com' })
    expect(await server.db.select().from(mails).where(eq(mails.recipient, 'again@example.com'))).toHaveLength(3)
  })
})

describe('sign-up', () => {
  it('says that an address is already registered, regardless of case and spaces', async () => {
    await server.signedUp('known@example.com')
    const again = await signUp('KNOWN@example.com ')
    expect(again.status).toBe(422)
    expect(await bodyOf(again)).toMatchObject({
      code: 'account-exists',
      detail: expect.stringContaining('already registered'),
    })
  })

  it('is refused for a mailbox of a disposable mail service', async () => {
    const email = 'nobody@mailinator.com'
    expect(await bodyOf(signUp(email))).toMatchObject({ code: 'email-not-accepted' })
    expect(await server.db.$count(users, eq(users.email, email))).toBe(0)
  })

  it('creates one account and sends one mail if a form is submitted repeatedly', { tags: 'postgres' }, async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => signUp('double@example.com')))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const rows = await server.db.select().from(users).where(eq(users.email, 'double@example.com'))
    expect(rows).toHaveLength(1)
    expect(
      await server.db
        .select()
        .from(accounts)
        .where(eq(accounts.userId, rows[0]?.id ?? '')),
    ).toHaveLength(1)
    expect(await server.db.select().from(mails).where(eq(mails.recipient, 'double@example.com'))).toHaveLength(1)
  })

  it.each([
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
    [{ password: 'seven77' }, 'password', 'The password must have at least 8 characters.'],
    [{ password: 'x'.repeat(129) }, 'password', 'The password must have at most 128 characters.'],
    [{ name: 'x'.repeat(81) }, 'name', 'The display name must have at most 80 characters.'],
  ])('refuses %o and stores nothing', async (fields, path, message) => {
    const response = await signUp('refused@example.com', fields)
    expect(response.status).toBe(400)
    expect(await bodyOf(response)).toMatchObject({ code: 'bad-request', detail: message, issues: [{ path, message }] })
    expect(await server.db.select().from(users).where(eq(users.email, 'refused@example.com'))).toHaveLength(0)
  })
})

describe('sign-in', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    await server.signedUp('wrong@example.com')
    for (const email of ['wrong@example.com', 'unknown@example.com']) {
      const response = await server.request('POST', '/api/auth/sign-in/email', { email, password: 'not the password' })
      expect(response.status).toBe(401)
      expect(await bodyOf(response)).toMatchObject({ code: 'credentials-wrong', detail: 'Invalid login credentials' })
    }
  })

  const tryIn = (email: string, password: string, from: string, deviceTokens?: string[]) =>
    server.request(
      'POST',
      '/api/auth/sign-in/email',
      { email, password, ...(deviceTokens ? { deviceTokens } : {}) },
      { 'X-Forwarded-For': from },
    )
  const statuses = (answers: Response[]) => answers.map(({ status }) => status)

  it('limits simultaneous guesses at one account from many addresses', { tags: 'postgres' }, async () => {
    await server.signedUp('guessed@example.com')
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => tryIn('guessed@example.com', `guess ${index}`, `10.0.0.${index}`)),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('lets the owner in while others guess from other networks, or from the same one if the browser is known', async () => {
    const email = 'besieged@example.com'
    await server.signedUp(email)
    const { deviceToken } = await bodyOf(tryIn(email, TEST_PASSWORD, '10.1.0.1'))
    const known = [String(deviceToken)]
    for (let index = 0; index < 15; index += 1) await tryIn(email, 'wrong', '10.1.0.66')
    expect((await tryIn(email, TEST_PASSWORD, '10.1.0.2')).status).toBe(200)
    expect((await tryIn(email, TEST_PASSWORD, '10.1.0.66')).status).toBe(429)
    expect((await tryIn(email, TEST_PASSWORD, '10.1.0.66', known)).status).toBe(200)
    // Exhausts the limit for all networks together: a new browser has to wait, the known one does not.
    await Promise.all(Array.from({ length: 30 }, (_, index) => tryIn(email, 'wrong', `10.1.1.${index}`)))
    expect((await tryIn(email, TEST_PASSWORD, '10.1.2.1')).status).toBe(429)
    expect(
      statuses(await Promise.all([1, 2, 3].map((at) => tryIn(email, TEST_PASSWORD, `10.1.2.${at}`, known)))),
    ).toEqual([200, 200, 200])
  })

  it('counts wrong passwords in a known browser against that browser only', async () => {
    const email = 'forgetful@example.com'
    await server.signedUp(email)
    const { deviceToken } = await bodyOf(tryIn(email, TEST_PASSWORD, '10.2.0.1'))
    const answers = []
    for (let index = 0; index < 11; index += 1)
      answers.push(await tryIn(email, 'wrong', '10.2.0.1', [String(deviceToken)]))
    expect(statuses(answers)).toEqual([...Array<number>(10).fill(401), 429])
    const other = await tryIn(email, TEST_PASSWORD, '10.2.0.1')
    expect(other.status).toBe(200)
    const known = [String((await bodyOf(other))['deviceToken'])]
    expect((await tryIn(email, TEST_PASSWORD, '10.2.0.1', known)).status).toBe(200)
  })

  it('does not accept a device token of another account or from before a password change', async () => {
    await Promise.all(['one@example.com', 'two@example.com'].map((email) => server.signedUp(email)))
    const first = await bodyOf(tryIn('one@example.com', TEST_PASSWORD, '10.3.0.1'))
    const session = { Authorization: `Bearer ${String(first['token'])}` }
    const change = { currentPassword: TEST_PASSWORD, newPassword: 'brand new password' }
    const changed = await bodyOf(server.request('POST', '/api/auth/change-password', change, session))
    const besiege = (email: string) =>
      Promise.all(Array.from({ length: 30 }, (_, index) => tryIn(email, 'wrong', `10.3.1.${index}`)))
    await Promise.all([besiege('one@example.com'), besiege('two@example.com')])
    const { deviceToken } = first
    expect((await tryIn('one@example.com', 'brand new password', '10.3.0.1', [String(deviceToken)])).status).toBe(429)
    expect((await tryIn('two@example.com', TEST_PASSWORD, '10.3.0.1', [String(deviceToken)])).status).toBe(429)
    const now = [String(changed['deviceToken'])]
    expect((await tryIn('one@example.com', 'brand new password', '10.3.0.1', now)).status).toBe(200)
  })

  it('does not limit other accounts in the network of an attacker who guesses one account', async () => {
    await server.signedUp('colleague@example.com')
    for (let index = 0; index < 100; index += 1) await tryIn('target@example.com', 'wrong', '10.4.0.1')
    expect((await tryIn('colleague@example.com', TEST_PASSWORD, '10.4.0.1')).status).toBe(200)
  })

  it('never limits sign-ins with the right password', async () => {
    await server.signedUp('right@example.com')
    for (let index = 0; index < 15; index += 1) {
      const { Authorization } = await server.signIn('right@example.com', TEST_PASSWORD)
      expect(Authorization.length).toBeGreaterThan(20)
    }
  })

  it('sets no cookie and ignores cookies', async () => {
    await server.signedUp('cookie@example.com')
    const response = await server.request('POST', '/api/auth/sign-in/email', {
      email: 'cookie@example.com',
      password: TEST_PASSWORD,
    })
    expect(response.headers.get('Set-Cookie')).toBeNull()
    const token = response.headers.get('set-auth-token') ?? ''
    const cookie = `better-auth.session_token=${encodeURIComponent(token)}`
    const tries: Record<string, string>[] = [
      { Cookie: cookie },
      { Cookie: cookie, Authorization: 'Bearer another.one' },
    ]
    for (const headers of tries) {
      const viaCookie = await server.request('GET', '/api/auth/get-session', undefined, headers)
      expect(await viaCookie.json()).toBeNull()
    }
  })
})

describe('passwords', () => {
  it('a forgotten password can be replaced once through the mailed link, which ends all sessions', async () => {
    const session = await server.signedUp('forgot@example.com')
    expect(
      (await server.request('POST', '/api/auth/request-password-reset', { email: 'Forgot@example.com' })).status,
    ).toBe(200)
    const link = await server.newestLink('forgot@example.com')
    expect(link.pathname).toBe('/reset-password')
    const change = { token: link.searchParams.get('token'), newPassword: 'a whole new password' }
    const reset = await server.request('POST', '/api/auth/reset-password', change)
    expect(reset.status).toBe(200)
    expect(await (await server.request('GET', '/api/auth/get-session', undefined, session)).json()).toBeNull()
    const old = await server.request('POST', '/api/auth/sign-in/email', {
      email: 'forgot@example.com',
      password: TEST_PASSWORD,
    })
    expect(old.status).toBe(401)
    const { Authorization } = await server.signIn('forgot@example.com', 'a whole new password')
    expect(Authorization.length).toBeGreaterThan(20)
    expect(await bodyOf(server.request('POST', '/api/auth/reset-password', change))).toMatchObject({
      code: 'link-invalid',
    })
    expect(await bodyOf(server.request('POST', '/api/auth/reset-password/check', change))).toEqual({
      status: 'used',
      email: null,
      needsPassword: true,
    })
  })

  it('using a reset link or changing the password voids all other links; a void link can request a new one', async () => {
    const email = 'links@example.com'
    const session = await server.signedUp(email)
    const ask = async (body: object) => {
      vi.setSystemTime(Date.now() + 2_000)
      await server.request('POST', '/api/auth/request-password-reset', body)
      return (await server.newestLink(email, '/reset-password')).searchParams.get('token') ?? ''
    }
    const reset = (token: string) =>
      server.request('POST', '/api/auth/reset-password', { token, newPassword: 'a whole new password' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    try {
      const [first, second] = [await ask({ email }), await ask({ email })]
      expect(first).not.toBe(second)
      await server.request(
        'POST',
        '/api/auth/change-password',
        { currentPassword: TEST_PASSWORD, newPassword: 'changed in between' },
        session,
      )
      expect((await reset(first)).status).toBe(400)
      const third = await ask({ token: second })
      const fourth = await ask({ email })
      expect((await reset(third)).status).toBe(200)
      expect((await reset(fourth)).status).toBe(400)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a reset link expires after an hour', async () => {
    const email = 'slow@example.com'
    await server.signedUp(email)
    await server.request('POST', '/api/auth/request-password-reset', { email }, { 'X-Forwarded-For': '10.7.0.1' })
    const token = (await server.newestLink(email, '/reset-password')).searchParams.get('token') ?? ''
    // The mail is not sent after that either.
    expect(await server.newestMailUsefulUntil(email)).toEqual(new Date(Number(token.split('.')[1]) * 1_000))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    try {
      const change = { token, newPassword: 'a whole new password' }
      expect(await bodyOf(server.request('POST', '/api/auth/reset-password', change))).toMatchObject({
        code: 'link-invalid',
        detail: expect.stringContaining('expired'),
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('the owner of a mailbox gets the account by a reset, even if another person signed up with the address', async () => {
    await signUp('mine@example.com')
    await server.request('POST', '/api/auth/request-password-reset', { email: 'mine@example.com' })
    const token = (await server.newestLink('mine@example.com')).searchParams.get('token')
    await server.request('POST', '/api/auth/reset-password', { token, newPassword: 'the real owner' })
    const answer = await server.request('POST', '/api/auth/sign-in/email', {
      email: 'mine@example.com',
      password: 'the real owner',
    })
    expect(answer.status).toBe(200)
  })

  it('a reset request does not reveal who has an account', async () => {
    const response = await server.request('POST', '/api/auth/request-password-reset', { email: 'noone@example.com' })
    expect(response.status).toBe(200)
    expect(await server.db.select().from(mails).where(eq(mails.recipient, 'noone@example.com'))).toHaveLength(0)
  })

  it('a password is changed with the current one, and the other sessions end', async () => {
    const one = await server.signedUp('change@example.com')
    const two = await server.signIn('change@example.com', TEST_PASSWORD)
    const wrong = await server.request(
      'POST',
      '/api/auth/change-password',
      { currentPassword: 'wrong one', newPassword: 'brand new password' },
      two,
    )
    expect(await bodyOf(wrong)).toMatchObject({ code: 'current-password-wrong' })
    const right = await server.request(
      'POST',
      '/api/auth/change-password',
      { currentPassword: TEST_PASSWORD, newPassword: 'brand new password' },
      two,
    )
    expect(right.status).toBe(200)
    expect(await (await server.request('GET', '/api/auth/get-session', undefined, one)).json()).toBeNull()
    expect(await (await server.request('GET', '/api/auth/get-session', undefined, two)).json()).not.toBeNull()
  })
})

it('the display name can be changed and emptied', async () => {
  const session = await server.signedUp('name@example.com')
  for (const name of ['Nadia', '']) {
    await server.request('POST', '/api/auth/update-user', { name }, session)
    expect(await bodyOf(server.request('GET', '/api/auth/get-session', undefined, session))).toMatchObject({
      user: { name },
    })
  }
})
