import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-server.ts'

// Requests with a stricter limit than others: each starts a call, makes the server fetch from elsewhere, or has it read
// a file. The limit applies before anything else is checked.

let server: TestApp
beforeAll(async () => {
  const twice = { burst: 2, refillMs: 3_600_000 }
  server = await createTestApp({ rates: { call: twice, outgoing: twice, upload: twice } })
})
afterAll(() => server.close())

const OWN = '/api/own-assistants/own_00000000-0000-4000-8000-000000000000'

const PATHS = [
  '/api/embed/culinary/tickets',
  '/api/embed/culinary/frame-tickets',
  '/api/embed/culinary/sightings',
  '/api/embed/calls',
  '/api/calls',
  `${OWN}/calls`,
  `${OWN}/free-times`,
  `${OWN}/sources`,
  `${OWN}/sources/files`,
  `${OWN}/sources/src_1/read-again`,
  '/api/webhooks/wh_1/test',
  '/api/webhooks/wh_1/deliveries/dlv_1/replay',
]

it.each(PATHS)('POST %s', async (path) => {
  const from = { 'X-Forwarded-For': `203.0.113.${PATHS.indexOf(path)}` }
  const statuses: number[] = []
  for (let count = 0; count < 3; count += 1) statuses.push((await server.request('POST', path, {}, from)).status)
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
})
