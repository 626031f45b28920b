import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { createEmbedTickets } from './tickets.ts'
import { grantedCall } from '../calls/calls-testing.ts'

const SHOP = 'https://shop.example'
const BLOG = 'https://blog.example'
const OURS = 'http://voxhall.test'
let server: TestApp

beforeAll(async () => {
  server = await createTestApp({
    env: { ALLOWED_ORIGINS: `${SHOP},${BLOG},${OURS}` },
    photos: { isOf: async () => true, remove: async () => undefined },
    rates: { call: { burst: 10_000, refillMs: 1 } },
  })
})
afterAll(() => server.close())

const ask = (assistantId: string, origin?: string) =>
  server.request('POST', `/api/embed/${assistantId}/tickets`, undefined, origin === undefined ? {} : { Origin: origin })

async function ticketFor(assistantId: string, site = SHOP): Promise<string> {
  const response = await ask(assistantId, site)
  expect(response.status).toBe(201)
  return ((await response.json()) as { ticket: string }).ticket
}

describe('the page in a frame', () => {
  it('may be framed only by our own site and by allowed sites', async () => {
    const { headers } = await server.request('GET', '/embed/culinary')
    expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'self' ${SHOP} ${BLOG} ${OURS};`)
    expect(headers.get('X-Frame-Options')).toBeNull()
  })

  it.each(['/', '/embed', '/embedded/culinary', '/embed/culinary/more', '/auth'])(
    '%s may not be framed',
    async (path) => {
      const { headers } = await server.request('GET', path)
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('X-Frame-Options')).toBe('DENY')
    },
  )

  it('of an unknown assistant may be framed by our own site only', async () => {
    const { headers } = await server.request('GET', '/embed/nobody')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self';")
  })
})

describe('whether a site may show an assistant', () => {
  const look = (assistantId: string, origin: string) =>
    server.request('GET', `/api/embed/${assistantId}/site`, undefined, { Origin: origin })

  it('is answered to the site itself, which may read the answer', async () => {
    for (const [origin, status] of [
      [SHOP, 204],
      ['https://evil.example', 403],
      ['null', 403],
    ] as const) {
      const response = await look('culinary', origin)
      expect([origin, response.status]).toEqual([origin, status])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin)
      expect(response.headers.get('Vary')).toContain('Origin')
      // A refusal is not kept, since the site may be allowed a moment later.
      expect(response.headers.get('Cache-Control') === 'private, max-age=300').toBe(status === 204)
    }
    expect((await look('nobody', SHOP)).status).toBe(404)
  })
})

describe('a ticket to call', () => {
  it('is given to allowed sites, which may read the answer', async () => {
    const response = await ask('culinary', SHOP)
    expect(response.status).toBe(201)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(SHOP)
  })

  it.each([
    ['another site', 'https://evil.example'],
    ['a name with the same ending', 'https://notshop.example'],
    ['another scheme', 'http://shop.example'],
    ['another port', 'https://shop.example:8443'],
    ['a page without an origin', 'null'],
    ['a request without an origin', undefined],
    ['our own site, where users sign in', OURS],
  ])('is refused to %s', async (_, origin) => {
    const response = await ask('culinary', origin)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'origin-refused' })
  })

  it('is given for existing assistants only', async () => {
    expect((await ask('nobody', SHOP)).status).toBe(404)
  })
})

describe('a call from another site', () => {
  const start = (ticket: string, address = '203.0.113.200') =>
    server.request('POST', '/api/embed/calls', { ticket }, { 'X-Forwarded-For': address })

  const join = async (response: Response) => server.calls.desk.admit((await grantedCall(response)).token)

  it('is an anonymous demo whose lines are not kept', async () => {
    const response = await start(await ticketFor('culinary'))
    expect(response.status).toBe(201)
    const granted = await grantedCall(response)
    expect(granted.limitMs).toBe(60_000)
    const admitted = await server.calls.desk.admit(granted.token)
    expect(admitted.assistant.id).toBe('culinary')
    admitted.recorder.line({
      itemId: 'i1',
      position: 0,
      role: 'user',
      content: 'My secret recipe.',
      atMs: 0,
      interrupted: false,
      timings: undefined,
    })
    await admitted.recorder.ended('person-ended', 5_000)
    expect(await server.db.select().from(calls).where(eq(calls.id, granted.callId))).toMatchObject([
      { userId: null, teamSessionId: null, status: 'ended', durationMs: 5_000 },
    ])
    expect(await server.db.$count(callLines, eq(callLines.callId, granted.callId))).toBe(0)
  })

  it('needs a fresh ticket that was signed by this server for an allowed site', async () => {
    const ticket = await ticketFor('culinary')
    const [content = '', signature = ''] = ticket.split('.')
    const other = Buffer.from(Buffer.from(content, 'base64url').toString().replace('culinary', 'healthcare')).toString(
      'base64url',
    )
    const old = createEmbedTickets('x'.repeat(32), () => Date.now() - 121_000).issue('culinary', SHOP).ticket
    for (const bad of ['', 'nonsense', 'a.b.c', content, `${other}.${signature}`, old]) {
      expect((await start(bad)).status).toBe(403)
    }
    // The signature is valid, but the site is no longer allowed.
    const gone = createEmbedTickets('x'.repeat(32)).issue('culinary', 'https://gone.example').ticket
    expect((await start(gone)).status).toBe(403)
  })

  it('goes on after a lost connection, with the time that is left', async () => {
    const first = await grantedCall(start(await ticketFor('culinary')))
    const { recorder } = await server.calls.desk.admit(first.token)
    await recorder.ended('connection-lost', 25_000)
    const again = { ticket: await ticketFor('culinary'), continues: first.callId, continuesToken: first.token }
    const next = await server.request('POST', '/api/embed/calls', again, { 'X-Forwarded-For': '203.0.113.200' })
    expect(await grantedCall(next)).toMatchObject({ continued: true, limitMs: 35_000 })
  })

  it('is limited to five at a time per address, even with a single ticket', { tags: 'postgres' }, async () => {
    const ticket = await ticketFor('finance')
    const answers = await Promise.all(Array.from({ length: 7 }, () => start(ticket, '203.0.113.77')))
    const joined = await Promise.allSettled(answers.map(join))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    // Whichever assistant is asked for.
    expect((await start(await ticketFor('culinary'), '203.0.113.77')).status).toBe(429)
    for (const result of joined) if (result.status === 'fulfilled') await result.value.recorder.ended('silent', 20_000)
  })

  it('is limited to twenty at a time per site, even if many start at once', { tags: 'postgres' }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        return start(await ticketFor('finance'), `203.0.113.${index}`)
      }),
    )
    const joined = await Promise.allSettled(answers.map(join))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await start(await ticketFor('finance'), '203.0.113.99')).status).toBe(503)
    const elsewhere = await join(await start(await ticketFor('finance', BLOG), '203.0.113.98'))
    await elsewhere.recorder.ended('silent', 20_000)
    for (const result of joined) if (result.status === 'fulfilled') await result.value.recorder.ended('silent', 20_000)
  })
})
