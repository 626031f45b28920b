import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, TEST_TEAM_CODE, type TestApp } from '../../../test/test-server.ts'
import { teamAccessTries, teamSessions } from '../../infra/db/schema/auth.ts'

let server: TestApp

beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  await server.db.delete(teamAccessTries)
  await server.db.delete(teamSessions)
})
afterAll(() => server.close())

function enter(code: string, client = '10.1.1.1', deviceTokens: string[] = []) {
  return server.request('POST', '/api/team/access', { code, deviceTokens }, { 'X-Forwarded-For': client })
}

/** The token of a device from which a team member has entered the code. */
async function knownDevice(client?: string): Promise<string> {
  const { deviceToken } = (await (await enter(TEST_TEAM_CODE, client)).json()) as { deviceToken: string }
  return deviceToken
}

describe('the access code', () => {
  it('is exchanged for a token that opens the team pages and can be revoked', async () => {
    const response = await enter(TEST_TEAM_CODE)
    expect(response.status).toBe(200)
    const { token, expiresAt } = (await response.json()) as { token: string; expiresAt: string }
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 11 * 3_600_000)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000)
    const team = { 'Voxhall-Team': token }
    expect((await server.request('GET', '/api/team/access', undefined, team)).status).toBe(200)
    expect((await server.db.select().from(teamSessions)).map((row) => row.tokenHash)).not.toContain(token)

    await server.request('DELETE', '/api/team/access', undefined, team)
    expect((await server.request('GET', '/api/team/access', undefined, team)).status).toBe(401)
  })

  it('gives a token that expires after twelve hours', async () => {
    const { token } = (await (await enter(TEST_TEAM_CODE)).json()) as { token: string }
    await server.db.update(teamSessions).set({ expiresAt: new Date(Date.now() - 1_000) })
    const response = await server.request('GET', '/api/team/access', undefined, { 'Voxhall-Team': token })
    expect(response.status).toBe(401)
  })

  it.each(['', 'abc12', 'ABC123', 'abc1234', ' abc123'])('is not %j', async (code) => {
    const response = await enter(code)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: 'team-code-wrong',
      title: 'Invalid access code',
      detail: 'Please enter the correct 6-digit access code.',
    })
  })

  it('after five wrong tries, one address waits longer each time, even for the right code; others do not wait', async () => {
    for (let tries = 0; tries < 5; tries += 1) expect((await enter('wrong1')).status).toBe(403)
    for (const waitSeconds of [60, 120, 240]) {
      for (const code of ['wrong1', TEST_TEAM_CODE]) {
        const refused = await enter(code)
        expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(waitSeconds)])
      }
      await server.db.update(teamAccessTries).set({ triedAt: new Date(Date.now() - waitSeconds * 1_000) })
      expect((await enter('wrong1')).status).toBe(403)
    }
    expect((await enter(TEST_TEAM_CODE, '10.1.1.2')).status).toBe(200)
    expect((await enter('wrong1')).status).toBe(429)
  })

  it('makes an address wait at most an hour, and forgets its tries after a day', async () => {
    const tries = Array.from({ length: 12 }, (_, index) => ({
      id: `${index}`,
      clientKey: '10.1.1.1',
      triedAt: new Date(),
    }))
    await server.db.insert(teamAccessTries).values(tries)
    expect((await enter('wrong1')).headers.get('Retry-After')).toBe('3600')
    await server.db.update(teamAccessTries).set({ triedAt: new Date(Date.now() - 24 * 3_600_000) })
    for (let count = 0; count < 5; count += 1) expect((await enter('wrong1')).status).toBe(403)
    expect((await enter('wrong1')).headers.get('Retry-After')).toBe('60')
  })

  it('does not make a known device wait because of wrong tries elsewhere', async () => {
    const deviceToken = await knownDevice()
    const known = (code: string, client: string) => enter(code, client, [deviceToken])
    for (let tries = 0; tries < 25; tries += 1) await enter('wrong1', tries < 6 ? '10.1.1.1' : `10.4.${tries}.1`)
    expect((await enter(TEST_TEAM_CODE, '10.5.1.1')).status).toBe(429)
    expect((await known(TEST_TEAM_CODE, '10.1.1.1')).status).toBe(200)
    for (let tries = 0; tries < 5; tries += 1) expect((await known('wrong1', '10.6.1.1')).status).toBe(403)
    expect((await known(TEST_TEAM_CODE, '10.6.1.1')).status).toBe(429)
  })

  it('does not make anybody else wait because of wrong tries on known devices', async () => {
    for (let device = 0; device < 4; device += 1) {
      const token = await knownDevice(`10.7.${device}.1`)
      for (let tries = 0; tries < 5; tries += 1) expect((await enter('wrong1', '10.7.4.1', [token])).status).toBe(403)
    }
    expect((await enter(TEST_TEAM_CODE, '10.8.1.1')).status).toBe(200)
  })

  it('does not make an address wait longer after the clock was set back', async () => {
    for (let tries = 0; tries < 5; tries += 1) await enter('wrong1')
    await server.db.update(teamAccessTries).set({ triedAt: new Date(Date.now() + 3_600_000) })
    expect((await enter('wrong1')).headers.get('Retry-After')).toBe('60')
    await server.db.update(teamAccessTries).set({ triedAt: new Date(Date.now() - 60_000) })
    expect((await enter(TEST_TEAM_CODE)).status).toBe(200)
  })

  it('checks at most five of many simultaneous tries', { tags: 'postgres' }, async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => enter('wrong1')))
    expect(answers.filter((answer) => answer.status === 403).length).toBeLessThanOrEqual(5)
  })

  it('makes every unknown device wait when many addresses guess at once', async () => {
    for (let tries = 0; tries < 20; tries += 1) await enter('wrong1', `10.2.${tries}.1`)
    expect((await enter(TEST_TEAM_CODE, '10.3.1.1')).status).toBe(429)
  })
})
