import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp } from '../../../../test/test-server.ts'
import { tryAssistantRequestSchema, tryAssistantResponseSchema } from '#contract/own-assistant.ts'
import { users } from '../../../infra/db/schema/auth.ts'
import { assistantTries } from '../../../infra/db/schema/own-assistants.ts'
import { createStudioTest, form, VISITOR, problem, type Headers } from './studio-testing.ts'
import { createTryStore, deleteOldTries } from './try-store.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

const MINUTE_MS = 60_000

function filledIn(more: Record<string, unknown> = {}) {
  const { name, voiceId, firstMessage, systemPrompt, knowledge } = form()
  return { name, voiceId, firstMessage, systemPrompt, knowledge, ...more }
}

const send = (headers: Headers, body: unknown = filledIn()) =>
  studio.server.request('POST', '/api/own-assistants/tries', body, headers)

async function tried(headers: Headers, body?: unknown): Promise<string> {
  const response = await send(headers, body)
  expect(response.status).toBe(201)
  return tryAssistantResponseSchema.parse(await response.json()).id
}

async function age(byMs: number): Promise<void> {
  await studio.server.db.update(assistantTries).set({ createdAt: new Date(Date.now() - byMs) })
}

it('a form can be tried as it is filled in, for one minute on any plan, without creating an assistant', async () => {
  const { email, headers } = await studio.person()
  await studio.givePlan(email, 'premium-monthly')
  const first = await studio.talk(await tried(headers), headers)
  expect([first.granted.limitMs, first.granted.isDemo, first.call.limitMs]).toEqual([60_000, true, 60_000])
  const answers = ({ assistant }: typeof first.call) => assistant.knowledge.map(({ answer }) => answer)
  expect(first.call.assistant).toMatchObject({ name: 'Nora', voiceId: 'hazel' })
  expect(answers(first.call)).toEqual(['On weekdays.', 'No nuts.'])
  await first.call.recorder.ended('person-ended', 1_000)

  const changed = filledIn({
    voiceId: 'ivy',
    knowledge: { pairs: [{ question: 'Do you deliver?', answer: 'Never.' }] },
  })
  const second = await studio.talk(await tried(headers, changed), headers)
  expect(second.call.assistant.voiceId).toBe('ivy')
  expect(answers(second.call)).toEqual(['Never.'])
  expect((await studio.list(headers)).assistants).toEqual([])
})

it('a team member without an account may try a form, too', async () => {
  const headers = await studio.server.asTeam()
  const { granted } = await studio.talk(await tried(headers), headers)
  expect(granted.isDemo).toBe(true)
})

it('characters that cannot be stored are removed or replaced', async () => {
  const { headers } = await studio.person()
  const odd = {
    systemPrompt: 'Be\0 kind.',
    knowledge: { pairs: [], notes: 'half of\ud83d' },
    firstMessage: 'Hi \udc00.',
  }
  await tried(headers, filledIn(odd))
  expect(await studio.make(headers, odd)).toMatchObject({
    systemPrompt: 'Be kind.',
    knowledge: { notes: 'half of\ufffd' },
    firstMessage: 'Hi \ufffd.',
  })
})

it('a try can be called only by its maker, and has no page', async () => {
  const [maker, otherUser] = [await studio.person(), await studio.person()]
  const own = await tried(maker.headers)
  const teams = await tried(await studio.server.asTeam())
  for (const [id, headers] of [
    [own, otherUser.headers],
    [own, VISITOR],
    [own, await studio.server.asTeam()],
    [teams, maker.headers],
    [teams, await studio.server.asTeam()],
    [teams, VISITOR],
  ] as const) {
    expect(await problem(studio.ask(id, headers))).toEqual({ status: 404, code: 'assistant-unavailable' })
  }
  const call = await studio.server.request('GET', `/api/own-assistants/${own}`, undefined, maker.headers)
  expect(call.status).toBe(404)
})

it('tries expire after ten minutes, and only the newest three are kept', async () => {
  const [{ headers }, other] = [await studio.person(), await studio.person()]
  const ids: string[] = []
  const others = await tried(other.headers)
  for (let count = 0; count < 4; count += 1) ids.push(await tried(headers))
  expect((await studio.ask(others, other.headers)).status).toBe(201)
  const statuses = async () => Promise.all(ids.map(async (id) => (await studio.ask(id, headers)).status))
  expect((await statuses())[0]).toBe(404)
  const newest = ids.at(-1) ?? ''
  await age(9 * MINUTE_MS)
  await deleteOldTries(studio.server.db)
  expect(await studio.server.db.$count(assistantTries)).toBeGreaterThanOrEqual(3)
  await age(11 * MINUTE_MS)
  expect(await problem(studio.ask(newest, headers))).toEqual({ status: 404, code: 'assistant-unavailable' })
  await deleteOldTries(studio.server.db)
  expect(await studio.server.db.$count(assistantTries)).toBe(0)
})

it('tries never exceed three, even if many are created at once', { tags: 'postgres' }, async () => {
  const { email } = await studio.person()
  const { db } = studio.server
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const userId = person?.id ?? ''
  const store = createTryStore(db)
  const content = tryAssistantRequestSchema.parse(filledIn())
  const count = () => db.$count(assistantTries, eq(assistantTries.userId, userId))
  // Counted during each addition and after it.
  const counts = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const adding = store.add({ userId }, content)
      const [between] = await Promise.all([count(), adding])
      return Math.max(between, await count())
    }),
  )
  expect(Math.max(...counts)).toBe(3)
  expect(await count()).toBe(3)
})

it('calls to a try are listed under its name', async () => {
  const { headers } = await studio.person()
  const { call } = await studio.talk(await tried(headers), headers)
  await call.recorder.ended('person-ended', 1_000)
  const response = await studio.server.request('GET', '/api/calls', undefined, headers)
  expect(await response.json()).toMatchObject({ calls: [{ assistantName: 'Nora' }] })
})

it.each([
  ['no first message', { firstMessage: ' ' }],
  ['an unknown voice', { voiceId: 'nobody' }],
  ['too long a prompt', { systemPrompt: 'x'.repeat(4_001) }],
  [
    'too many questions',
    { knowledge: { pairs: Array.from({ length: 151 }, () => ({ question: 'Where?', answer: 'Here.' })) } },
  ],
])('%s is refused', async (_, wrong) => {
  const { headers } = await studio.person()
  expect(await problem(send(headers, filledIn(wrong)))).toEqual({ status: 400, code: 'bad-request' })
})

it('creating tries is rate-limited like starting calls', async () => {
  const server = await createTestApp({ rates: { call: { burst: 2, refillMs: MINUTE_MS } } })
  try {
    const headers: Headers = await server.signedUp('eager@example.com')
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1)
      statuses.push((await server.request('POST', '/api/own-assistants/tries', filledIn(), headers)).status)
    expect(statuses).toEqual([201, 201, 429])
  } finally {
    await server.close()
  }
})
