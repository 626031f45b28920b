import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORD, TEST_TEAM_CODE, type TestApp } from './app-testing.ts'
import { ROLES, type Role } from './http/session.ts'

/** Who calls, and which of the roles that makes them. */
const CALLERS: Readonly<Record<string, readonly Role[]>> = {
  nobody: ['anonymous'],
  'a signed-in person': ['anonymous', 'user', 'account'],
  'a team member': ['anonymous', 'user', 'team'],
  'a signed-in team member': ['anonymous', 'user', 'account', 'team'],
}

let server: TestApp
let routes: { method: string; path: string; role: Role | undefined }[]

beforeAll(async () => {
  server = await createTestApp()
  await server.signedUp('walker@example.com')
  const document = (await (await server.request('GET', '/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { 'x-role'?: Role }>>
  }
  routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, role: operation['x-role'] })),
  )
})
afterAll(() => server.close())

/** Tokens of their own for each call, since some calls end them. */
async function headersOf(caller: string): Promise<Record<string, string>> {
  const roles = CALLERS[caller] ?? []
  const headers: Record<string, string> = {}
  if (roles.includes('account')) Object.assign(headers, await server.signIn('walker@example.com', TEST_PASSWORD))
  if (roles.includes('team')) {
    const response = await server.request('POST', '/api/team/access', { code: TEST_TEAM_CODE })
    headers['Voxhall-Team'] = ((await response.json()) as { token: string }).token
  }
  return headers
}

it('every route says who may call it', () => {
  expect(routes.length).toBeGreaterThan(10)
  for (const route of routes) expect(ROLES, `${route.method} ${route.path}`).toContain(route.role)
})

it.each(Object.entries(CALLERS))('%s gets through exactly where the role allows it', async (caller, roles) => {
  for (const { method, path, role } of routes) {
    const address = path.replaceAll(/\{[^}]+\}/g, 'none')
    // Without a body: whoever gets through is then refused for that, and changes nothing.
    const response = await server.request(method.toUpperCase(), address, undefined, await headersOf(caller))
    const isJson = response.headers.get('Content-Type')?.includes('problem+json') ?? false
    const { code } = isJson ? ((await response.json()) as { code: string }) : { code: '' }
    const expected = role && roles.includes(role) ? 'let through' : roles.length === 1 ? 'unauthenticated' : 'forbidden'
    const outcome = code === 'unauthenticated' || code === 'forbidden' ? code : 'let through'
    expect(outcome, `${caller}: ${method} ${path} answered ${response.status} ${code}`).toBe(expected)
  }
})
