import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startVapiCallResponseSchema } from '#contract/vapi.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { signUpSubscriber } from './vapi-testing.ts'

// Calls at Vapi that a plan pays for, near the end of its minutes.

const SECRET = 'the-secret-of-vapi-and-us'
let server: TestApp
const hungUp: string[] = []

beforeAll(async () => {
  server = await createTestApp({
    env: { VAPI_PUBLIC_KEY: 'pub_1', VAPI_WEBHOOK_SECRET: SECRET, VAPI_ASSISTANT_IDS: 'finance=asst_f' },
    endVapiCall: async (url) => void hungUp.push(url),
  })
})
afterAll(() => server.close())

const controlUrlOf = (id: string) => `https://x.vapi.ai/${id}/control`

async function grant(headers: Record<string, string>) {
  const wish = { assistantId: 'finance', ownAccount: false }
  const response = await server.request('POST', '/api/calls/vapi', wish, headers)
  expect(response.status).toBe(201)
  return startVapiCallResponseSchema.parse(await response.json())
}

type Granted = Awaited<ReturnType<typeof grant>>

async function report(type: string, { assistantOverrides }: Granted, id: string, more: object) {
  const call = { id, monitor: { controlUrl: controlUrlOf(id) }, assistantOverrides }
  const message = { type, call, ...more }
  const response = await server.request('POST', '/api/webhooks/vapi', { message }, { 'X-Vapi-Secret': SECRET })
  expect(response.status).toBe(200)
}

const begins = (granted: Granted, id: string) => report('status-update', granted, id, { status: 'in-progress' })

async function ends(granted: Granted, id: string, seconds: number): Promise<void> {
  const startedAt = new Date(Date.now() - seconds * 1_000)
  const moments = { startedAt: startedAt.toISOString(), endedAt: new Date(+startedAt + seconds * 1_000).toISOString() }
  await report('end-of-call-report', granted, id, { endedReason: 'customer-ended-call', ...moments })
}

async function lastsFor(granted: Granted, seconds: number): Promise<void> {
  await server.db
    .update(calls)
    .set({ startedAt: new Date(Date.now() - seconds * 1_000) })
    .where(eq(calls.id, granted.callId ?? ''))
  await server.vapi.desk.look()
}

it('a call is ended once it has used up the minutes of its plan, and not before', async () => {
  const granted = await grant(await signUpSubscriber(server, 'last-minutes@example.com', 2))
  await begins(granted, 'v_last')
  await lastsFor(granted, 100)
  expect(hungUp).not.toContain(controlUrlOf('v_last'))
  await lastsFor(granted, 130)
  expect(hungUp).toContain(controlUrlOf('v_last'))
})

it('a call that begins when no minutes are left is ended at once, and costs nothing', async () => {
  const email = 'no-minutes@example.com'
  const headers = await signUpSubscriber(server, email, 1)
  const [first, second] = [await grant(headers), await grant(headers)]
  await begins(first, 'v_paid')
  await ends(first, 'v_paid', 60)
  await begins(second, 'v_unpaid')
  expect(hungUp).toContain(controlUrlOf('v_unpaid'))
  expect(hungUp).not.toContain(controlUrlOf('v_paid'))
  await ends(second, 'v_unpaid', 5)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
  expect(row?.currentUsageMs).toBe(60_000)
})
