import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  CHEAP_PASSWORDS,
  createTestApp,
  TEST_PASSWORD,
  TEST_TEAM_CODE,
  type TestApp,
} from '../../../test/test-server.ts'
import { accounts, sessions, users } from '../../infra/db/schema/auth.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { files } from '../../infra/db/schema/files.ts'
import { mails } from '../../infra/db/schema/mail.ts'

let server: TestApp
/** Called after a password was compared, before the result is used. */
let afterComparison: () => Promise<void> = async () => {}
beforeAll(async () => {
  server = await createTestApp({
    passwords: {
      ...CHEAP_PASSWORDS,
      async verify(given) {
        const isRight = await CHEAP_PASSWORDS.verify(given)
        await afterComparison()
        return isRight
      },
    },
  })
})
afterAll(() => server.close())

const MESSAGE = { about: 'general', name: 'Ann', company: '', message: 'Do you open on Sundays?', website: '' }

async function write(email: string): Promise<void> {
  expect((await server.request('POST', '/api/contact', { ...MESSAGE, email })).status).toBe(200)
}

async function knownToTeam(email: string) {
  const entered = await server.request('POST', '/api/team/access', { code: TEST_TEAM_CODE })
  const { token } = (await entered.json()) as { token: string }
  const answer = await server.request('GET', `/api/crm/emails?q=${email}`, undefined, { 'voxhall-team': token })
  return ((await answer.json()) as { rows: { notes: string }[] }).rows
}

test('the team’s notes about a user are exported and deleted with the account, even if the address differs in case', async () => {
  await write('Ann@Example.com')
  const ann = await server.signedUp('ann@example.com')
  await server.signedUp('bob@example.com')
  await write('bob@example.com')
  expect(await knownToTeam('ann@example.com')).toHaveLength(1)

  const answer = await server.request('GET', '/api/account/export', undefined, ann)
  expect(await answer.json()).toMatchObject({
    account: { email: 'ann@example.com' },
    sessions: [{ createdAt: expect.any(String) }],
    contact: { followUpStatus: 'pending', notes: expect.stringContaining('Do you open on Sundays?') },
    mails: [{ subject: expect.any(String), createdAt: expect.any(String) }],
  })

  const gone = await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, ann)
  // Ann never had a plan, so no record of a sale is kept.
  expect(await gone.json()).toEqual({ status: true, kept: [] })
  expect(await knownToTeam('ann@example.com')).toEqual([])
  expect(await server.db.select().from(emailCrm).where(eq(emailCrm.email, 'ann@example.com'))).toEqual([])
  expect(await server.db.select().from(mails).where(eq(mails.recipient, 'ann@example.com'))).toEqual([])
  expect(await knownToTeam('bob@example.com')).toHaveLength(1)
})

test('a user who signs up again after deleting the account starts without the earlier notes', async () => {
  const cleo = await server.signedUp('cleo@example.com')
  await write('cleo@example.com')
  expect((await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, cleo)).status).toBe(200)
  await server.signedUp('cleo@example.com')
  expect(await knownToTeam('cleo@example.com')).toMatchObject([{ notes: '' }])
})

test('what a user created is in the export, and its files are deleted with the account', async () => {
  const dora = await server.signedUp('dora@example.com')
  const picture = new FormData()
  picture.append('photo', new Blob([new Uint8Array(createCanvas(64, 64).toBuffer('image/jpeg'))]), 'dora.jpg')
  const uploaded = await server.app.request('/api/files/photos', { method: 'POST', headers: dora, body: picture })
  const { id: photoId, url } = (await uploaded.json()) as { id: string; url: string }
  const assistant = {
    submissionId: crypto.randomUUID(),
    name: 'Dora’s double',
    voiceId: 'hazel',
    firstMessage: 'Hello.',
    photoId,
  }
  expect((await server.request('POST', '/api/own-assistants', assistant, dora)).status).toBe(201)
  const video = { photoId, text: 'This is what Dora had it say.' }
  expect((await server.request('POST', '/api/videos', video, dora)).status).toBe(202)

  const data = await server.request('GET', '/api/account/export', undefined, dora)
  expect(await data.json()).toMatchObject({
    ownAssistants: [{ name: 'Dora’s double', photoUrl: url }],
    // An assistant shows the photo, so it never expires.
    photos: [{ url, widthPx: 64, expiresAt: null }],
    talkingVideos: [{ text: video.text, photoUrl: url, assistant: null }],
  })

  const [file] = await server.db.select().from(files).where(eq(files.id, photoId))
  if (!file) throw new Error('the photo has no row')
  expect(await server.files.library.read(file)).toBeDefined()
  expect((await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, dora)).status).toBe(200)
  expect((await server.app.request(url)).status).toBe(404)
  expect(await server.files.library.read(file)).toBeUndefined()
  expect(await server.db.$count(files, eq(files.id, photoId))).toBe(0)
})

test('a sign-in fails if its password is replaced while it is being compared', async () => {
  const email = 'replaced@example.com'
  await server.signedUp(email)
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  const userId = user?.id ?? ''
  const before = await server.db.$count(sessions, eq(sessions.userId, userId))
  afterComparison = async () => {
    await server.db.update(accounts).set({ password: 'another' }).where(eq(accounts.userId, userId))
  }
  onTestFinished(() => void (afterComparison = async () => {}))
  const response = await server.request('POST', '/api/auth/sign-in/email', { email, password: TEST_PASSWORD })
  expect(await response.json()).toMatchObject({ code: 'credentials-wrong' })
  expect(await server.db.$count(sessions, eq(sessions.userId, userId))).toBe(before)
})

test('a password that is reset while the old one is compared is not replaced by a change of the old one', async () => {
  const email = 'reset@example.com'
  const headers = await server.signedUp(email)
  const [user] = await server.db.select().from(users).where(eq(users.email, email))
  const isOwn = eq(accounts.userId, user?.id ?? '')
  afterComparison = async () => {
    await server.db.update(accounts).set({ password: 'as it was reset' }).where(isOwn)
  }
  onTestFinished(() => void (afterComparison = async () => {}))
  const change = { currentPassword: TEST_PASSWORD, newPassword: 'another good password' }
  const response = await server.request('POST', '/api/auth/change-password', change, headers)
  expect(await response.json()).toMatchObject({ code: 'current-password-wrong' })
  expect(await server.db.select().from(accounts).where(isOwn)).toMatchObject([{ password: 'as it was reset' }])
})

test('a new password from a mailed link concerns one account, and the browser that set it is known', async () => {
  const [own, other] = ['forgetful@example.com', 'neighbour@example.com']
  for (const email of [own, other]) await server.signedUp(email)
  const signIn = (email: string, password: string, more = {}, network = '10.8.0.1') =>
    server.request('POST', '/api/auth/sign-in/email', { email, password, ...more }, { 'X-Forwarded-For': network })
  await server.request('POST', '/api/auth/request-password-reset', { email: own })
  const token = (await server.newestLink(own, '/reset-password')).searchParams.get('token')
  const change = { token, newPassword: 'another good password' }
  const reset = await server.request('POST', '/api/auth/reset-password', change)
  const { deviceToken } = (await reset.json()) as { deviceToken: string }
  expect((await signIn(other, TEST_PASSWORD)).status).toBe(200)
  expect((await signIn(other, change.newPassword)).status).toBe(401)

  // Guesses from everywhere make unknown browsers wait.
  for (let index = 2; index < 30; index += 1) await signIn(own, 'wrong', {}, `10.8.0.${index}`)
  expect((await signIn(own, change.newPassword)).status).toBe(429)
  expect((await signIn(own, change.newPassword, { deviceTokens: [deviceToken] })).status).toBe(200)
})

test('the right password can be changed as often as wanted', async () => {
  const headers = await server.signedUp('changing@example.com')
  let currentPassword = TEST_PASSWORD
  for (let times = 0; times < 12; times += 1) {
    const change = { currentPassword, newPassword: `good password ${times}` }
    expect((await server.request('POST', '/api/auth/change-password', change, headers)).status).toBe(200)
    currentPassword = change.newPassword
  }
})

test('an account is deleted even while its files cannot be', async () => {
  const headers = await server.signedUp('stuck@example.com')
  vi.spyOn(server.files.library, 'clear').mockRejectedValueOnce(new Error('the disk is away'))
  const gone = await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)
  expect(gone.status).toBe(200)
  expect(await server.db.$count(users, eq(users.email, 'stuck@example.com'))).toBe(0)
})

test('a session cannot guess its password: after ten wrong tries even the right one must wait', async () => {
  const headers = await server.signedUp('guessed@example.com')
  const remove = async (password: string) =>
    (await server.request('DELETE', '/api/account', { password }, headers)).status
  for (let tries = 0; tries < 10; tries += 1) expect(await remove('wrong')).toBe(403)
  expect(await remove(TEST_PASSWORD)).toBe(429)
  const change = { currentPassword: TEST_PASSWORD, newPassword: 'another good password' }
  expect((await server.request('POST', '/api/auth/change-password', change, headers)).status).toBe(429)
})
