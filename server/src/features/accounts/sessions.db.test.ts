import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { sessions, users } from '../../infra/db/schema/auth.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('a session', () => {
  it('is prolonged when used a day later', async () => {
    const session = await server.signedUp('refresh@example.com')
    const [user] = await server.db.select().from(users).where(eq(users.email, 'refresh@example.com'))
    const isOwn = eq(sessions.userId, user?.id ?? '')
    const sixDaysLeft = new Date(Date.now() + 6 * 86_400_000 - 60_000)
    await server.db.update(sessions).set({ expiresAt: sixDaysLeft }).where(isOwn)
    await server.request('GET', '/api/auth/get-session', undefined, session)
    const [row] = await server.db.select().from(sessions).where(isOwn)
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000)
    expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000)
  })

  it('ends when it expires', async () => {
    const session = await server.signedUp('expired@example.com')
    const [user] = await server.db.select().from(users).where(eq(users.email, 'expired@example.com'))
    await server.db
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(sessions.userId, user?.id ?? ''))
    const later = await server.signIn('expired@example.com', TEST_PASSWORD)
    const listed = await server.request('GET', '/api/auth/list-sessions', undefined, later)
    expect(await listed.json()).toMatchObject([{ isCurrent: true }])
    expect((await server.request('GET', '/api/auth/list-sessions', undefined, session)).status).toBe(401)
  })

  it('cannot be opened with the token stored in the database, nor with a changed signature', async () => {
    const session = await server.signedUp('thief@example.com')
    const [stored = ''] = session.Authorization.replace('Bearer ', '').split('.')
    for (const token of [stored, `${stored}.`, `${session.Authorization.slice(7, -6)}AAAAA=`]) {
      const response = await server.request('GET', '/api/auth/get-session', undefined, {
        Authorization: `Bearer ${token}`,
      })
      expect(await response.json()).toBeNull()
    }
  })

  it('is listed with the others, and can be ended alone or together with them', async () => {
    const one = await server.signedUp('many@example.com')
    const two = await server.signIn('many@example.com', TEST_PASSWORD)
    const phone = { 'User-Agent': 'A phone', 'X-Forwarded-For': '10.6.0.1' }
    const given = { email: 'many@example.com', password: TEST_PASSWORD }
    await server.request('POST', '/api/auth/sign-in/email', given, phone)
    const list = async () =>
      (await (await server.request('GET', '/api/auth/list-sessions', undefined, two)).json()) as {
        id: string
        isCurrent: boolean
      }[]
    const before = await list()
    expect(before.map((session) => session.isCurrent)).toEqual([false, true, false])
    expect(before[0]).toMatchObject({ userAgent: 'A phone', ipAddress: '10.6.0.1' })
    await server.request('POST', '/api/auth/revoke-session', { id: before[0]?.id }, two)
    expect(await list()).toHaveLength(2)
    await server.request('POST', '/api/auth/revoke-other-sessions', undefined, two)
    expect((await list()).map((session) => session.isCurrent)).toEqual([true])
    expect(await (await server.request('GET', '/api/auth/get-session', undefined, one)).json()).toBeNull()
  })

  it('ends alone when its person signs out on one device', async () => {
    const phone = await server.signedUp('two-devices@example.com')
    const laptop = await server.signIn('two-devices@example.com', TEST_PASSWORD)
    await server.request('POST', '/api/auth/sign-out', undefined, phone)
    expect((await server.request('GET', '/api/auth/list-sessions', undefined, phone)).status).toBe(401)
    expect((await server.request('GET', '/api/auth/list-sessions', undefined, laptop)).status).toBe(200)
  })

  it.each(['', 'a\u0000b', "' or 1=1", 'x'.repeat(65)])('cannot be ended by the invalid id %j', async (id) => {
    const session = await server.signedUp(`junk-${randomUUID()}@example.com`)
    const response = await server.request('POST', '/api/auth/revoke-session', { id }, session)
    expect(response.status).toBe(400)
  })

  it('cannot be ended by another user', async () => {
    const victim = await server.signedUp('victim@example.com')
    const other = await server.signedUp('other@example.com')
    const answer = await server.request('GET', '/api/auth/get-session', undefined, victim)
    const { session } = (await answer.json()) as { session: { id: string } }
    await server.request('POST', '/api/auth/revoke-session', { id: session.id }, other)
    expect(await (await server.request('GET', '/api/auth/get-session', undefined, victim)).json()).not.toBeNull()
  })
})
