import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiFetch } from './api-fetch.ts'
import { ApiProblem } from './api-problem.ts'
import { readStored, writeStored } from './local-store.ts'
import { sessionEnded } from './session-ended.ts'

const session = { token: 't.s', user: { id: '1', email: 'ada@example.com', displayName: 'Ada' }, checkedAtMs: 5 }
const team = { token: 'team', expiresAt: '2030-01-01T00:00:00.000Z' }

/** A fake server that gives one answer and records the requests. */
function serverAnswering(answer: () => Response | Promise<Response>) {
  const asked: { headers: Headers; credentials: RequestCredentials | undefined }[] = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    asked.push({ headers: new Headers(init.headers), credentials: init.credentials })
    return answer()
  })
  return asked
}

const refusal = (status: number, code: string) => new Response(JSON.stringify({ code, detail: 'No.' }), { status })

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined)
  writeStored('session', session)
  writeStored('teamToken', team)
  writeStored('teamAccess', 'true')
})
afterEach(() => {
  for (const name of ['session', 'teamToken', 'teamAccess'] as const) writeStored(name, null)
  vi.unstubAllGlobals()
})

test('sends the session and team tokens, and never a cookie', async () => {
  const asked = serverAnswering(() => new Response('{}'))
  await apiFetch('/api/x')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer t.s')
  expect(asked[0]?.headers.get('voxhall-team')).toBe('team')
  expect(asked[0]?.credentials).toBe('omit')
})

test('keeps headers that the caller has set', async () => {
  const asked = serverAnswering(() => new Response('{}'))
  await apiFetch('/api/x', { headers: { authorization: 'Bearer other', 'voxhall-team': 'other' } })
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer other')
  expect(asked[0]?.headers.get('voxhall-team')).toBe('other')
})

test('forgets tokens that the server no longer accepts', async () => {
  serverAnswering(() => refusal(401, 'unauthenticated'))
  let told = 0
  const stop = sessionEnded.add(() => (told += 1))
  await expect(apiFetch('/api/x')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  await expect(apiFetch('/api/x')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  stop()
  expect(told, 'once').toBe(1)
  expect(readStored('session')).toBeNull()
  expect(readStored('teamToken')).toBeNull()
  expect(readStored('teamAccess')).toBeNull()
})

test('keeps a session that began while the refused request was under way', async () => {
  serverAnswering(() => {
    writeStored('session', { ...session, token: 'newer' })
    writeStored('teamToken', { ...team, token: 'newer' })
    return refusal(401, 'unauthenticated')
  })
  await expect(apiFetch('/api/x')).rejects.toBeInstanceOf(ApiProblem)
  expect(readStored('session')?.token).toBe('newer')
  expect(readStored('teamToken')?.token).toBe('newer')
})

test.each([
  [401, 'credentials-wrong'],
  [403, 'forbidden'],
  [500, 'internal'],
])('stays signed in after %i %s', async (status, code) => {
  serverAnswering(() => refusal(status, code))
  await expect(apiFetch('/api/x')).rejects.toMatchObject({ code })
  expect(readStored('session')).not.toBeNull()
})

test('reports a lost connection as a problem with a title, and passes on an abort', async () => {
  serverAnswering(() => Promise.reject(new TypeError('fetch failed')))
  await expect(apiFetch('/api/x')).rejects.toMatchObject({ status: 0, code: 'unreachable', title: 'No connection' })
  serverAnswering(() => Promise.reject(new DOMException('stop', 'AbortError')))
  await expect(apiFetch('/api/x')).rejects.toMatchObject({ name: 'AbortError' })
})
