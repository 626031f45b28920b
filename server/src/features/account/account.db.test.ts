import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, TEST_PASSWORD, TEST_TEAM_CODE, type TestApp } from '../../app-testing.ts'
import { emailCrm } from '../../db/schema/email-crm.ts'
import { mails } from '../../db/schema/mail.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
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

test('what the team keeps about a person is in their file, and goes with their account, whatever letters they used', async () => {
  await write('Ann@Example.com')
  const ann = await server.signedUp('ann@example.com')
  await write('bob@example.com')
  expect(await knownToTeam('ann@example.com')).toHaveLength(1)

  const answer = await server.request('GET', '/api/account/export', undefined, ann)
  expect(await answer.json()).toMatchObject({
    account: { email: 'ann@example.com' },
    contact: { followUpStatus: 'pending', notes: expect.stringContaining('Do you open on Sundays?') },
    mails: [{ subject: expect.any(String), createdAt: expect.any(String) }],
  })

  const gone = await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, ann)
  // Never had a plan: no record of a sale stays.
  expect(await gone.json()).toEqual({ status: true, kept: [] })
  expect(await knownToTeam('ann@example.com')).toEqual([])
  expect(await server.db.select().from(emailCrm).where(eq(emailCrm.email, 'ann@example.com'))).toEqual([])
  expect(await server.db.select().from(mails).where(eq(mails.recipient, 'ann@example.com'))).toEqual([])
  expect(await knownToTeam('bob@example.com')).toHaveLength(1)
})

test('whoever comes back later is somebody new to the team', async () => {
  const cleo = await server.signedUp('cleo@example.com')
  await write('cleo@example.com')
  expect((await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, cleo)).status).toBe(200)
  await server.signedUp('cleo@example.com')
  expect(await knownToTeam('cleo@example.com')).toMatchObject([{ notes: '' }])
})
