import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUpResponseSchema } from '#contract/account.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { mails } from '../../infra/db/schema/mail.ts'

const TEAM = 'team@voxhall.test'
const MESSAGE = 'Could your assistant answer the phone of our bakery?'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp({ env: { CONTACT_EMAIL: TEAM }, rates: { contact: { burst: 10_000, refillMs: 1 } } })
})
afterAll(() => server.close())

function write(fields: Record<string, unknown>, headers: Record<string, string> = {}, on: TestApp = server) {
  return on.request('POST', '/api/contact', { about: 'general', message: MESSAGE, ...fields }, headers)
}

async function recordsOf(email: string) {
  return server.db.select().from(emailCrm).where(eq(emailCrm.email, email))
}

async function recordOf(email: string) {
  const rows = await recordsOf(email)
  expect(rows).toHaveLength(1)
  const [row] = rows
  if (!row) throw new Error(`no record of ${email}`)
  return row
}

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>
}

describe('a message', () => {
  it('from an unknown address creates a record to follow up', async () => {
    const before = Date.now()
    const response = await write({
      email: 'baker@example.com',
      name: ' Bea Baker ',
      company: 'Bread & Sons',
      about: 'custom-plan',
      message: `${MESSAGE}\r\nWe open at six.`,
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: true })
    const record = await recordOf('baker@example.com')
    expect(record).toMatchObject({ displayName: 'Bea Baker', followUpStatus: 'pending', lastContactDate: null })
    expect(record.signupDate.getTime()).toBeGreaterThanOrEqual(before - 1)
    const [head, ...lines] = record.notes.split('\n')
    expect(head).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC, message about “The Custom plan” \(name: Bea Baker; company: /)
    expect(head).toContain('Bread & Sons; address not checked')
    expect(lines).toEqual([`> ${MESSAGE}`, '> We open at six.'])
  })

  it('from a known address, in any spelling, is added to its notes and sets the follow-up to pending', async () => {
    await write({ email: 'again@example.com', name: 'Ann' })
    const team = { followUpStatus: 'contacted', lastContactDate: new Date(), notes: 'Called. Wants a quote.' }
    const seen = { ...team, updatedAt: new Date(0) }
    await server.db.update(emailCrm).set(seen).where(eq(emailCrm.email, 'again@example.com'))

    expect(
      (await write({ email: ' AGAIN@Example.com', name: 'Somebody else', message: 'Still waiting here.' })).status,
    ).toBe(200)
    const record = await recordOf('again@example.com')
    expect(record).toMatchObject({ displayName: 'Ann', followUpStatus: 'pending', lastContactDate: null })
    expect(record.notes).toMatch(/^Called\. Wants a quote\.\n\n\d{4}-.*\n> Still waiting here\.$/)
    expect(record.updatedAt.getTime()).toBeGreaterThanOrEqual(record.createdAt.getTime())
    // Otherwise a colleague who has not seen the message would overwrite it.
    expect(record.updatedAt.getTime()).toBeGreaterThan(seen.updatedAt.getTime())
  })

  it('is stored even if others arrive at the same moment', async () => {
    const patient = await createTestApp({
      rates: { contact: { burst: 100, refillMs: 1 }, 'contact-client-address': { burst: 100, refillMs: 1 } },
    })
    try {
      const texts = Array.from({ length: 12 }, (_, index) => `This is message number ${index} of many.`)
      const answers = await Promise.all(
        texts.map((message) => write({ email: 'both@example.com', message }, {}, patient)),
      )
      expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200))
      const rows = await patient.db.select().from(emailCrm).where(eq(emailCrm.email, 'both@example.com'))
      expect(rows).toHaveLength(1)
      const kept = rows[0]?.notes.split('\n').filter((line) => line.startsWith('> '))
      expect(kept?.toSorted()).toEqual(texts.map((text) => `> ${text}`).toSorted())
    } finally {
      await patient.close()
    }
  })

  it('is stored with a note whether the sender was signed in with its address', async () => {
    const session = await server.signedUp('owner@example.com')
    await write({ email: 'owner@example.com' }, session)
    expect((await recordOf('owner@example.com')).notes).toContain('(sent from their account)')
    await write({ email: 'another@example.com' }, session)
    expect((await recordOf('another@example.com')).notes).toContain('(address not checked)')
  })

  it('is mailed to the team as text, and its sender is mailed nothing', async () => {
    const message = 'A <b>bold</b> question & more <script>alert(1)</script>'
    await write({ email: 'html@example.com', name: '<i>Ann</i>', message })
    const sent = (await server.db.select().from(mails)).filter(({ text }) => text.includes('html@example.com'))
    expect(sent.map(({ recipient }) => recipient)).toEqual([TEAM])
    expect(sent[0]?.text).toContain(message)
    expect(sent[0]?.html).toContain('A &lt;b&gt;bold&lt;/b&gt; question &amp; more')
    expect(sent[0]?.html).not.toContain('<script>')
    expect(sent[0]?.html).not.toContain('<i>')
  })

  it('from a bot is accepted but not stored', async () => {
    const response = await write({ email: 'bot@example.com', website: 'https://spam.example' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: true })
    expect(await recordsOf('bot@example.com')).toEqual([])
  })
})

describe('what the form refuses', () => {
  it.each([
    ['no address', { email: undefined }, 'email'],
    ['a wrong address', { email: 'nobody@' }, 'email'],
    ['an address of many lines', { email: 'a@example.com\nBcc: b@example.com' }, 'email'],
    ['no message', { message: undefined }, 'message'],
    ['a message of spaces', { message: ' '.repeat(200) }, 'message'],
    ['a message of invisible characters', { message: '\u200b\u2060'.repeat(50) }, 'message'],
    ['a short message', { message: 'Hi there.' }, 'message'],
    ['a long message', { message: 'x'.repeat(4_001) }, 'message'],
    ['a NUL in the message', { message: `${MESSAGE}\0` }, 'message'],
    ['an escape sequence', { message: `${MESSAGE}\u001b[2J` }, 'message'],
    ['a name of many lines', { name: 'Ann\n> forged' }, 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'name'],
    ['a long company', { company: 'x'.repeat(121) }, 'company'],
    ['another topic', { about: 'toString' }, 'about'],
    ['a message that is a list', { message: [MESSAGE] }, 'message'],
  ])('%s', async (_, fields, path) => {
    const response = await write({ email: 'refused@example.com', ...fields })
    expect(response.status).toBe(400)
    expect(await problemOf(response)).toMatchObject({ code: 'bad-request', issues: [{ path }] })
    expect(await recordsOf('refused@example.com')).toEqual([])
  })

  it('not merely unusual messages: quotes, emoji, other scripts, SQL, half a character', async () => {
    const message = "'; drop table email_crm; -- “quoted” 👋🏽 日本語 עברית $1 \\ %s \ud800"
    expect((await write({ email: "o'odd+tag@example.com", message })).status).toBe(200)
    expect((await recordOf("o'odd+tag@example.com")).notes).toContain(
      "> '; drop table email_crm; -- “quoted” 👋🏽 日本語",
    )
  })

  it('lines that look like the team’s own (they are quoted)', async () => {
    await write({ email: 'forger@example.com', message: 'Hello you.\n\n2026-01-01 00:00 UTC, paid in full.' })
    const [, ...lines] = (await recordOf('forger@example.com')).notes.split('\n')
    expect(lines.every((line) => line.startsWith('> '))).toBe(true)
  })

  it('more messages than a person writes, from one address or for one sender', async () => {
    const strict = await createTestApp({ rates: { 'contact-address': { burst: 7, refillMs: 60_000 } } })
    const refusedOf = (answers: Response[]) => answers.filter(({ status }) => status === 429)
    const from = (index: number) => ({ 'X-Forwarded-For': `10.1.0.${index}` })
    const writeAll = (count: number, email: (index: number) => string, place: (index: number) => number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => write({ email: email(index) }, from(place(index)), strict)),
      )
    try {
      const onePlace = await writeAll(
        8,
        (index) => `p${index}@example.com`,
        () => 99,
      )
      expect(refusedOf(onePlace)).toHaveLength(2)
      expect(Number(refusedOf(onePlace)[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
      const oneName = await writeAll(
        6,
        () => 'one@example.com',
        () => 1,
      )
      expect(refusedOf(oneName)).toHaveLength(2)
      // A sender who uses another person's address limits only their own messages.
      expect((await write({ email: 'one@example.com' }, from(2), strict)).status).toBe(200)
      const manyPlaces = await writeAll(
        4,
        () => 'one@example.com',
        (index) => index + 3,
      )
      expect(refusedOf(manyPlaces)).toHaveLength(2)
    } finally {
      await strict.close()
    }
  })

  it('a message that would overflow the notes, which stay as they are', async () => {
    const notes = 'x'.repeat(100_000)
    await write({ email: 'full@example.com' })
    await server.db
      .update(emailCrm)
      .set({ notes, followUpStatus: 'completed' })
      .where(eq(emailCrm.email, 'full@example.com'))
    const response = await write({ email: 'full@example.com' })
    expect(response.status).toBe(429)
    expect(await problemOf(response)).toMatchObject({ detail: expect.stringContaining('not stored') })
    expect(await recordOf('full@example.com')).toMatchObject({ notes, followUpStatus: 'completed' })
  })
})

describe('a sign-up', () => {
  const signUp = (email: string, name = '') =>
    server.request('POST', '/api/auth/sign-up/email', { email, name, password: TEST_PASSWORD })

  it('creates one record, even if the same address signs up twice', async () => {
    await Promise.all([signUp('new@example.com', 'Nell'), signUp('NEW@example.com', 'Nell')])
    expect(await recordOf('new@example.com')).toMatchObject({
      displayName: 'Nell',
      followUpStatus: 'pending',
      lastContactDate: null,
      notes: '',
    })
  })

  it('of an earlier sender keeps the notes and updates the date', async () => {
    await write({ email: 'wrote@example.com' })
    const long = new Date('2026-01-01T00:00:00Z')
    await server.db.update(emailCrm).set({ signupDate: long }).where(eq(emailCrm.email, 'wrote@example.com'))
    await signUp('wrote@example.com', 'Wanda')
    const record = await recordOf('wrote@example.com')
    expect(record.displayName).toBe('Wanda')
    expect(record.notes).toContain(MESSAGE)
    expect(record.signupDate.getTime()).toBeGreaterThan(long.getTime())
  })

  it('of an earlier sender keeps the name given then until the owner confirms the address', async () => {
    await write({ email: 'named@example.com', name: 'Walter' })
    const { signUpSecret } = signUpResponseSchema.parse(await (await signUp('named@example.com', 'Wanda')).json())
    expect((await recordOf('named@example.com')).displayName).toBe('Walter')
    await server.confirm('named@example.com', { signUpSecret })
    expect((await recordOf('named@example.com')).displayName).toBe('Wanda')
  })

  it('confirmed with a new password does not give the record its name, which may be a stranger’s', async () => {
    await write({ email: 'reset@example.com', name: 'Walter' })
    await signUp('reset@example.com', 'Stranger')
    await server.confirm('reset@example.com', { password: TEST_PASSWORD })
    expect((await recordOf('reset@example.com')).displayName).toBe('Walter')
  })

  it('that is refused creates no record', async () => {
    await signUp('not an address')
    expect(await server.db.select().from(emailCrm).where(eq(emailCrm.email, 'not an address'))).toEqual([])
  })
})
