import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-server.ts'
import { captureLog } from '../src/infra/logger-testing.ts'
import { SANDBOX_SECRET_KEY } from '../src/features/billing/payments-sandbox.ts'

let server: TestApp
const { log, lines } = captureLog()

beforeAll(async () => {
  server = await createTestApp({ log })
})
afterAll(() => server.close())

describe('errors', () => {
  it('have the shape of RFC 9457 and the id of the request', async () => {
    const response = await server.request('GET', '/api/nothing-here', undefined, { 'X-Request-Id': 'from-a-proxy-1' })
    expect(response.status).toBe(404)
    expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    expect(response.headers.get('X-Request-Id')).toBe('from-a-proxy-1')
    expect(await response.json()).toEqual({
      type: 'about:voxhall/not-found',
      title: 'Not found',
      status: 404,
      detail: 'There is nothing at that address.',
      code: 'not-found',
      requestId: 'from-a-proxy-1',
      retryable: false,
    })
  })

  it('never repeat a request id that could break a log line', async () => {
    const response = await server.request('GET', '/api/nothing', undefined, { 'X-Request-Id': 'x"} {"a":1' })
    expect(response.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each([
    ['invalid JSON', 'application/json', '{"email":'],
    ['another media type', 'text/plain', '{"email":"a@example.com","password":"12345678"}'],
    ['no content', 'application/json', ''],
    ['JSON of another shape', 'application/json', '[1,2,3]'],
    ['binary junk', 'application/json', '\u0000\u0001\ufffd'],
  ])('have the code bad-request for a body of %s', async (_, contentType, body) => {
    const response = await server.app.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'Content-Type': contentType },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request', retryable: false })
  })

  it('are 413 for a body that is too large, which is not read', async () => {
    const response = await server.request('POST', '/api/auth/sign-in/email', { email: 'x'.repeat(300_000) })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'payload-too-large' })
  })

  it('are 404 for a known address with the wrong method', async () => {
    const response = await server.request('PUT', '/api/health')
    expect(response.status).toBe(404)
  })

  it('are 404 or 400 for names that the database cannot store', async () => {
    const team = await server.asTeam()
    const key = { Authorization: `Bearer ${SANDBOX_SECRET_KEY}` }
    for (const path of [
      '/api/crm/emails/%00',
      '/sandbox/stripe/pay/%00',
      '/v1/customers/%00',
      '/v1/customers/%E0%A4%A',
    ]) {
      expect((await server.request('GET', path, undefined, { ...team, ...key })).status, path).toBe(404)
    }
    const body = { action: 'cancel', subscriptionId: '\0', email: '' }
    expect((await server.request('POST', '/api/functions/manage-subscription', body, team)).status).toBe(400)
    const named = await server.app.request('/v1/customers', {
      method: 'POST',
      body: new URLSearchParams({ name: '\0' }),
      headers: key,
    })
    expect(named.status).toBe(400)
  })
})

describe('headers', () => {
  it('keep the answers of the API and the mails of the mailbox out of every cache', async () => {
    const team = await server.asTeam()
    const mailbox = ['/dev/mailbox', '/dev/mailbox.json']
    for (const path of ['/api/crm/emails', '/api/crm/emails.csv', '/api/auth/get-session', ...mailbox]) {
      const { status, headers } = await server.request('GET', path, undefined, team)
      expect([path, status, headers.get('Cache-Control')]).toEqual([path, 200, 'no-store'])
    }
  })

  it('name the kind of token that a refused request lacks', async () => {
    const { status, headers } = await server.request('GET', '/api/billing/me')
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer'])
  })

  it('protect every response, including errors', async () => {
    for (const path of ['/api/health', '/api/nothing', '/dev/mailbox', '/nothing']) {
      const { headers } = await server.request('GET', path)
      const policy = headers.get('Content-Security-Policy') ?? ''
      expect(policy, path).toContain("default-src 'self'")
      expect(policy, path).toContain("frame-ancestors 'none'")
      expect(policy, path).not.toMatch(/script-src[^;]*unsafe/)
      expect(headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(headers.get('Permissions-Policy'), path).toContain('microphone=(self)')
    }
  })
})

it('a client that sends too many requests is told to wait', async () => {
  const busy = await createTestApp({ rates: { general: { burst: 3, refillMs: 10_000 } } })
  try {
    const ask = (client: string) => busy.request('GET', '/api/health', undefined, { 'X-Forwarded-For': client })
    for (let count = 0; count < 3; count += 1) expect((await ask('10.0.0.1')).status).toBe(200)
    const refused = await ask('10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe('10')
    expect(await refused.json()).toMatchObject({ code: 'rate-limited', retryable: true })
    expect((await ask('10.0.0.2')).status).toBe(200)
    // Pages of assistants cost database queries and are limited too; the site's static files cost nothing.
    const status = async (path: string) =>
      (await busy.request('GET', path, undefined, { 'X-Forwarded-For': '10.0.0.1' })).status
    expect(await Promise.all(['/a/nora-1', '/embed/culinary'].map(status))).toEqual([429, 429])
    expect(await Promise.all(['/embed.js', '/assets/app.js', '/'].map(status))).toEqual([404, 404, 404])
  } finally {
    await busy.close()
  }
})

describe('health', () => {
  it('reports the path of each service, and 503 once the server shuts down', async () => {
    const own = await createTestApp({ env: { DID_AGENT_ID: 'agt_1', DID_CLIENT_KEY: 'client_1' } })
    const answer = await own.request('GET', '/api/health')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      services: {
        database: { path: own.database.connection.kind },
        auth: { path: 'built-in' },
        mail: { path: 'mailbox' },
        payments: { path: 'sandbox' },
        vapi: { path: 'own-keys' },
        agent: { path: 'd-id' },
        files: { path: 'disk' },
        videos: { path: expect.stringMatching(/^built-in$|^none$/) as string },
      },
    })
    await own.close()
    const after = await own.request('GET', '/api/health')
    expect(after.status).toBe(503)
    expect(await after.json()).toMatchObject({ status: 'shutting-down' })
  })

  it('reports 503 when the database is unreachable', async () => {
    const own = await createTestApp()
    await own.database.close()
    const answer = await own.request('GET', '/api/health')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ status: 'database-unreachable' })
    await own.close()
  })
})

it('the API answers 503, without ending sessions, while the database is unavailable', async () => {
  const own = await createTestApp()
  const session = await own.signedUp('away@example.com')
  await own.close()
  const attempts = [
    own.request('GET', '/api/auth/get-session', undefined, session),
    own.request('GET', '/api/auth/list-sessions', undefined, session),
    own.request('POST', '/api/auth/sign-up/email', { email: 'new@example.com', password: 'long enough' }),
    own.request('POST', '/api/team/access', { code: 'abc123' }),
  ]
  for (const response of await Promise.all(attempts)) {
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).toBe('5')
    expect(await response.json()).toMatchObject({ code: 'unavailable', retryable: true })
  }
})

describe('the description of the API', () => {
  it('is OpenAPI 3.1 with an error response for every call and no dangling references', async () => {
    const text = await (await server.request('GET', '/api/openapi.json')).text()
    const document = JSON.parse(text) as {
      openapi: string
      paths: Record<string, Record<string, { responses: Record<string, unknown>; summary?: string }>>
      components: { schemas: Record<string, unknown> }
    }
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toContain('/api/auth/sign-in/email')
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        expect(operation.responses['default']).toBeDefined()
        expect(operation.summary).toBeTruthy()
      }
    }
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name)
    }
  })

  it('has a readable page without scripts', async () => {
    const response = await server.request('GET', '/api/docs')
    const html = await response.text()
    expect(response.headers.get('Content-Type')).toContain('text/html')
    expect(html).toContain('/api/auth/sign-in/email')
    expect(html).not.toMatch(/<script|https?:\/\/(?!voxhall)/)
  })
})

describe('a deployment', () => {
  let closed: TestApp
  beforeAll(async () => {
    closed = await createTestApp({ env: { API_DOCS: 'off', VAPI: 'off' } })
  })
  afterAll(() => closed.close())

  it('can switch off the description of the API', async () => {
    for (const path of ['/api/docs', '/api/openapi.json']) expect((await closed.request('GET', path)).status).toBe(404)
    expect((await closed.request('GET', '/api/page.css')).status).toBe(200)
  })

  it('without Vapi offers no calls through it, and grants none', async () => {
    const engines = await closed.request('GET', '/api/call-engines')
    expect(await engines.json()).toMatchObject({ preferred: 'builtin', vapi: null })
    const headers = await closed.signedUp('caller@example.com')
    const wish = { assistantId: 'finance', ownAccount: false }
    expect((await closed.request('POST', '/api/calls/vapi', wish, headers)).status).toBe(503)
  })

  it('without Vapi keeps it out of the Content-Security-Policy', async () => {
    const policyOf = async (app: TestApp) =>
      (await app.request('GET', '/')).headers.get('Content-Security-Policy') ?? ''
    expect(await policyOf(server)).toMatch(/script-src [^;]*https:\/\/c\.daily\.co/)
    expect(await policyOf(server)).not.toContain('unsafe-eval')
    expect(await policyOf(closed)).toContain('script-src')
    expect(await policyOf(closed)).not.toMatch(/daily|vapi/)
  })
})

describe('the mailbox', () => {
  it('shows mails newest first, with working links and escaped text', async () => {
    const post = (email: string, name: string) =>
      server.request('POST', '/api/auth/sign-up/email', { email, password: 'long enough', name })
    await post('first@example.com', 'First')
    await post('second@example.com', '<img src=x onerror=alert(1)>')
    const entries = (await (await server.request('GET', '/dev/mailbox.json')).json()) as {
      to: string
      links: string[]
    }[]
    expect(entries.map((entry) => entry.to)).toEqual(['second@example.com', 'first@example.com'])
    expect(entries[0]?.links[0]).toContain('/confirm-email?token=')
    const html = await (await server.request('GET', '/dev/mailbox')).text()
    expect(html).toContain(`<a href="${entries[0]?.links[0]}">`)
    // People at the terminal can open the link as well.
    await expect.poll(() => lines.join('')).toContain(entries[0]?.links[0])
    expect(html).not.toContain('<img')
  })

  it('is hidden from other sites whose host name points to this machine', async () => {
    const foreign = await server.request('GET', '/dev/mailbox.json', undefined, { Host: 'evil.example.com:3000' })
    expect(foreign.status).toBe(404)
    const local = await server.request('GET', '/dev/mailbox.json', undefined, { Host: '127.0.0.1:3000' })
    expect(local.status).toBe(200)
  })

  it('does not exist outside local mode, where the links of mails are secrets', async () => {
    const logged = captureLog()
    const production = await createTestApp({ env: { NODE_ENV: 'production' }, log: logged.log })
    try {
      expect((await production.request('GET', '/dev/mailbox')).status).toBe(404)
      expect((await production.request('GET', '/dev/mailbox.json')).status).toBe(404)
      await production.signedUp('waiting@example.com')
      await expect.poll(() => logged.lines.join('')).toContain('mail kept, because no mail server is set')
      expect(logged.lines.join('')).not.toMatch(/token=|waiting@example/)
    } finally {
      await production.close()
    }
  })
})
