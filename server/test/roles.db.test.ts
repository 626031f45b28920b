import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_SCOPES, type ApiScope } from '#contract/api-keys.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from './test-server.ts'
import { PRODUCTION_RATES, type RateClass, type RateRule } from '../src/infra/http/rate-limit.ts'

/**
 * Every call of the API, and the status that each kind of caller gets: anonymous, signed in, with the team's code, and
 * with both. There is no role above the team's. The calls carry no body, so that a caller with access mostly gets 400 and
 * nothing is changed.
 */
const ANSWERS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  'GET /api/health': [200, 200, 200, 200],
  'GET /api/openapi.json': [200, 200, 200, 200],
  'GET /api/docs': [200, 200, 200, 200],
  'GET /api/page.css': [200, 200, 200, 200],

  'POST /api/auth/sign-up/email': [400, 400, 400, 400],
  'POST /api/auth/sign-in/email': [400, 400, 400, 400],
  'POST /api/auth/sign-out': [200, 200, 200, 200],
  'GET /api/auth/get-session': [200, 200, 200, 200],
  'POST /api/auth/verify-email/check': [400, 400, 400, 400],
  'POST /api/auth/verify-email': [400, 400, 400, 400],
  'POST /api/auth/send-verification-email': [400, 400, 400, 400],
  'POST /api/auth/request-password-reset': [400, 400, 400, 400],
  'POST /api/auth/reset-password/check': [400, 400, 400, 400],
  'POST /api/auth/reset-password': [400, 400, 400, 400],
  'POST /api/auth/update-user': [401, 400, 403, 400],
  'POST /api/auth/change-password': [401, 400, 403, 400],
  'GET /api/auth/list-sessions': [401, 200, 403, 200],
  'POST /api/auth/revoke-session': [401, 400, 403, 400],
  'POST /api/auth/revoke-other-sessions': [401, 200, 403, 200],
  'GET /api/account/export': [401, 200, 403, 200],
  'DELETE /api/account': [401, 400, 403, 400],

  'POST /api/team/access': [400, 400, 400, 400],
  'GET /api/team/access': [401, 403, 200, 200],
  'DELETE /api/team/access': [401, 403, 200, 200],

  'POST /api/calls': [401, 400, 400, 400],
  'GET /api/calls': [401, 200, 200, 200],
  'GET /api/assistants/{id}/greeting': [404, 404, 404, 404],
  'GET /api/assistants/{id}/greeting.wav': [404, 404, 404, 404],
  'POST /api/speech': [401, 400, 400, 400],
  'POST /api/contact': [400, 400, 400, 400],

  'GET /api/crm/subscribers': [401, 403, 200, 200],
  'GET /api/crm/subscribers.csv': [401, 403, 200, 200],
  'GET /api/crm/emails': [401, 403, 200, 200],
  'GET /api/crm/emails.csv': [401, 403, 200, 200],
  'GET /api/crm/emails/{id}': [401, 403, 404, 404],
  'PATCH /api/crm/emails/{id}': [401, 403, 400, 400],
  'GET /api/crm/stats': [401, 403, 200, 200],
  'GET /api/crm/events': [401, 403, 200, 200],
  'POST /api/functions/sync-subscriptions': [401, 403, 200, 200],
  'POST /api/functions/check-usage-limits': [401, 403, 200, 200],
  'POST /api/functions/manage-subscription': [401, 403, 400, 400],

  'POST /api/billing/checkout': [400, 400, 400, 400],
  'POST /api/billing/refresh': [200, 200, 200, 200],
  'GET /api/billing/me': [401, 200, 403, 200],
  'POST /api/billing/claim/check': [400, 400, 400, 400],
  'POST /api/billing/claim': [401, 400, 403, 400],
  'POST /api/billing/claim/send': [401, 200, 403, 200],
  'GET /api/billing/invoices': [401, 200, 403, 200],
  'POST /api/billing/portal': [401, 404, 403, 404],
  'POST /api/webhooks/stripe': [400, 400, 400, 400],

  // Only accounts own assistants; the team's code alone owns nothing.
  'GET /api/own-assistants': [401, 200, 403, 200],
  'POST /api/own-assistants': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/draft': [401, 400, 403, 400],
  'DELETE /api/own-assistants/{id}/draft': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/publish': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/versions': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/versions/{number}': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/versions/{number}/restore': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}': [401, 400, 403, 400],
  'DELETE /api/own-assistants/{id}': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/pause': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/resume': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/calls': [400, 400, 400, 400],
  'GET /api/own-assistants/{id}/actions': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/actions': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/free-times': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/leads': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/leads.csv': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/appointments': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/appointments/{appointmentId}/cancel': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/sources': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources/files': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources/{sourceId}/read-again': [401, 400, 403, 400],
  'DELETE /api/own-assistants/{id}/sources/{sourceId}': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/accept': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/dismiss': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/withdraw': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/website': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/website/look': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/website/sites': [401, 400, 403, 400],
  'DELETE /api/own-assistants/{id}/website/sites': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/time-zone': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/limits': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/limits': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/conversations/settings': [401, 400, 403, 400],
  'PUT /api/own-assistants/{id}/conversations/settings': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/conversations': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/conversations.csv': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/conversations/live': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/conversations/{conversationId}': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/conversations/{conversationId}/read': [401, 400, 403, 400],
  'PATCH /api/own-assistants/{id}/conversations/{conversationId}': [401, 400, 403, 400],
  'DELETE /api/own-assistants/{id}/conversations/{conversationId}': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/conversations/{conversationId}/end': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/questions': [401, 400, 403, 400],
  'POST /api/own-assistants/{id}/questions/handled': [401, 400, 403, 400],
  'GET /api/own-assistants/{id}/figures': [401, 400, 403, 400],
  'POST /api/own-assistants/tries': [401, 400, 400, 400],
  'GET /api/assistant-pages/{slug}': [404, 404, 404, 404],
  'GET /api/voices/{id}/sample.wav': [400, 400, 400, 400],

  'POST /api/files/photos': [401, 400, 400, 400],
  'GET /files/{id}': [400, 400, 400, 400],
  'POST /api/videos': [401, 400, 400, 400],
  'GET /api/videos/{id}': [401, 404, 404, 404],
  'POST /api/webhooks/d-id/{id}': [404, 404, 404, 404],

  'GET /api/call-engines': [200, 200, 200, 200],
  'POST /api/calls/vapi': [401, 400, 400, 400],
  'POST /api/calls/vapi/{id}/started': [401, 400, 400, 400],
  'POST /api/own-assistants/{id}/calls/vapi': [400, 400, 400, 400],
  'POST /api/vapi/call/web': [400, 400, 400, 400],
  'POST /api/webhooks/vapi': [400, 400, 400, 400],
  'GET /api/emergency-lines': [200, 200, 200, 200],
  'GET /api/embed/{assistantId}/site': [404, 404, 404, 404],
  'POST /api/embed/{assistantId}/tickets': [404, 404, 404, 404],
  'POST /api/embed/{assistantId}/sightings': [404, 404, 404, 404],
  'POST /api/embed/{assistantId}/frame-tickets': [400, 400, 400, 400],
  'POST /api/embed/calls': [400, 400, 400, 400],

  'GET /api/webhooks': [401, 200, 403, 200],
  'POST /api/webhooks': [401, 400, 403, 400],
  'PATCH /api/webhooks/{id}': [401, 404, 403, 404],
  'DELETE /api/webhooks/{id}': [401, 404, 403, 404],
  'GET /api/webhooks/{id}/deliveries': [401, 404, 403, 404],
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/replay': [401, 404, 403, 404],
  'POST /api/webhooks/{id}/test': [401, 404, 403, 404],
  'GET /api/api-keys': [401, 200, 403, 200],
  'POST /api/api-keys': [401, 400, 403, 400],
  'DELETE /api/api-keys/{id}': [401, 404, 403, 404],
  // Open to API keys only: see below.
  'GET /api/v1/assistants': [401, 403, 403, 403],
  'GET /api/v1/leads': [401, 403, 403, 403],
  'GET /api/v1/appointments': [401, 403, 403, 403],
  'GET /api/v1/conversations': [401, 403, 403, 403],
  'GET /api/v1/conversations/{conversationId}': [401, 403, 403, 403],
  'GET /api/v1/assistants/{id}/figures': [401, 403, 403, 403],
}
/** Addresses outside the API: public pages, and in local mode the mailbox and the vendors' sandboxes. */
const NOT_THE_API = /^\/(?:robots\.txt|sitemap\.xml|dev\/mailbox(?:\.json)?|(?:sandbox\/stripe|v1)\/.+)$/
/** These calls invalidate the token that they are sent with. */
const ENDS_TOKENS = ['POST /api/auth/sign-out', 'DELETE /api/team/access']
/** Called by our script in other people's sites, which may therefore read the response: it says which sites may call. */
const FOR_OTHER_SITES = [
  'GET /api/embed/{assistantId}/site',
  'POST /api/embed/{assistantId}/tickets',
  'POST /api/embed/{assistantId}/sightings',
]
/** The status for a key with the scope where the path names something, which does not exist in this test. */
const MISSING_FOR_PROGRAMS: Readonly<Record<string, number>> = {
  'GET /api/v1/conversations/{conversationId}': 404,
  'GET /api/v1/assistants/{id}/figures': 400,
}
const DESCRIPTION_ITSELF = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/page.css']

interface Headers {
  [name: string]: string
}

const PERSON = 'walker@example.com'
const UNCONFIRMED = 'unconfirmed@example.com'
const endless = Object.fromEntries(
  Object.keys(PRODUCTION_RATES).map((name) => [name, { burst: 100_000, refillMs: 1 }]),
) as Record<RateClass, RateRule>

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ rates: endless })
  await server.signedUp(PERSON)
  await server.request('POST', '/api/auth/sign-up/email', { email: UNCONFIRMED, password: TEST_PASSWORD })
})
afterAll(() => server.close())

const asPerson = (): Promise<Headers> => server.signIn(PERSON, TEST_PASSWORD)

const asTeam = (): Promise<Headers> => server.asTeam()

/** The last element is the caller's column in ANSWERS. */
const CALLERS: readonly [who: string, headers: () => Promise<Headers>, column: number][] = [
  ['nobody', async () => ({}), 0],
  ['a signed-in person', asPerson, 1],
  ['a team member by code', asTeam, 2],
  ['a signed-in team member', async () => ({ ...(await asPerson()), ...(await asTeam()) }), 3],
  [
    'a signed-in person with a made-up team token',
    async () => ({ ...(await asPerson()), 'Voxhall-Team': 'made-up' }),
    1,
  ],
  ['who has signed up but not confirmed', () => server.signIn(UNCONFIRMED, TEST_PASSWORD), 0],
  ['who has made a token up', async () => ({ Authorization: 'Bearer made.up', 'Voxhall-Team': 'made-up' }), 0],
  ['who swaps the two tokens', async () => swapped({ ...(await asPerson()), ...(await asTeam()) }), 0],
  // Browsers send cookies from any site's pages, but only our own pages can send tokens.
  ['a foreign page in a signed-in browser', async () => inCookies({ ...(await asPerson()), ...(await asTeam()) }), 0],
]

function swapped(headers: Headers): Headers {
  return {
    Authorization: `Bearer ${headers['Voxhall-Team']}`,
    'Voxhall-Team': (headers['Authorization'] ?? '').replace('Bearer ', ''),
  }
}

function inCookies(headers: Headers): Headers {
  const token = encodeURIComponent((headers['Authorization'] ?? '').replace('Bearer ', ''))
  const names = ['better-auth.session_token', '__Secure-better-auth.session_token', 'session', 'teamAccess']
  const cookies = names.map((name) => `${name}=${name === 'teamAccess' ? 'true' : token}`)
  return {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site',
    Cookie: [...cookies, `Voxhall-Team=${headers['Voxhall-Team']}`].join('; '),
  }
}

function ask(call: string, headers: Headers): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  return server.request(method, path.replaceAll(/\{[^}]+\}/g, 'none'), undefined, headers)
}

describe('the table', () => {
  it('lists exactly the calls of the server', () => {
    const calls = server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && !NOT_THE_API.test(path))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    expect([...new Set(calls)].toSorted()).toEqual(Object.keys(ANSWERS).toSorted())
  })

  it('agrees with the API description about all calls and who may make them', async () => {
    const { paths } = (await (await ask('GET /api/openapi.json', {})).json()) as {
      paths: Record<string, Record<string, { 'x-role': string }>>
    }
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method, path, role: operation['x-role'] })),
    )
    expect([
      ...described.map(({ method, path }) => `${method.toUpperCase()} ${path}`),
      ...DESCRIPTION_ITSELF,
    ]).toHaveLength(Object.keys(ANSWERS).length)
    const refused = { anonymous: [], user: [401], account: [401, 403], team: [401, 403], program: [401, 403, 403, 403] }
    for (const { method, path, role } of described) {
      const answers = ANSWERS[`${method.toUpperCase()} ${path}`] ?? []
      const refusals = answers.filter((status) => status === 401 || status === 403)
      expect(refusals, `${method} ${path}`).toEqual(refused[role as keyof typeof refused])
    }
  })
})

it.each(CALLERS)(
  '%s gets the statuses of the table, and other sites may read only what is meant for them',
  async (_, headersOf, column) => {
    let headers = await headersOf()
    for (const [call, answers] of Object.entries(ANSWERS)) {
      const response = await ask(call, headers)
      if (ENDS_TOKENS.includes(call)) headers = await headersOf()
      expect(`${call} ${response.status}`).toBe(`${call} ${answers[column]}`)
      const reader = FOR_OTHER_SITES.includes(call) ? (headers['Origin'] ?? '*') : null
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(reader)
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(response.headers.get('Set-Cookie')).toBeNull()
      await response.body?.cancel()
    }
  },
)

it('an API key gives access to the calls of its scopes, and otherwise only to public ones', async () => {
  const person = await asPerson()
  const { paths } = (await (await ask('GET /api/openapi.json', {})).json()) as {
    paths: Record<string, Record<string, { 'x-role': string; 'x-scope'?: ApiScope }>>
  }
  for (const scope of API_SCOPES) {
    const made = await server.request('POST', '/api/api-keys', { name: scope, scopes: [scope] }, person)
    const { key } = (await made.json()) as { key: string }
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const call = `${method.toUpperCase()} ${path}`
        if (operation['x-role'] === 'anonymous') continue
        const { status } = await ask(call, { Authorization: `Bearer ${key}` })
        expect(`${call} ${status}`).toBe(
          `${call} ${operation['x-scope'] === scope ? (MISSING_FOR_PROGRAMS[call] ?? 200) : 403}`,
        )
      }
    }
  }
})

it('no other site is allowed to send more than a plain form can', async () => {
  for (const call of Object.keys(ANSWERS)) {
    const preflight = await ask(call.replace(/^\S+/, 'OPTIONS'), {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,voxhall-team,content-type',
    })
    expect(preflight.status, call).toBe(404)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
