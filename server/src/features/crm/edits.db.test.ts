import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EmailRow } from '#contract/crm.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { createCrmEvents } from './crm-events.ts'
import { emailOf, subscriberOf } from './crm-testing.ts'
import { eventStream } from './event-stream.ts'

let server: TestApp
let team: Record<string, string>

beforeAll(async () => {
  server = await createTestApp()
  team = await server.asTeam()
})
afterAll(() => server.close())

async function added(fields: Parameters<typeof emailOf>[0] = {}): Promise<EmailRow> {
  const row = emailOf(fields)
  await server.db.insert(emailCrm).values(row)
  return (await (await server.request('GET', `/api/crm/emails/${row.id}`, undefined, team)).json()) as EmailRow
}

function edit(id: string, change: Record<string, unknown>): Promise<Response> {
  return server.request('PATCH', `/api/crm/emails/${id}`, change, team)
}

async function edited(row: EmailRow, change: Record<string, unknown>): Promise<EmailRow> {
  const response = await edit(row.id, { version: row.version, ...change })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as EmailRow
}

describe('an edit', () => {
  it('of the status to contacted sets the date of the last contact, and to any other clears it', async () => {
    const before = Date.now()
    const contacted = await edited(await added(), { followUpStatus: 'contacted' })
    expect(contacted.follow_up_status).toBe('contacted')
    expect(Date.parse(contacted.last_contact_date ?? '')).toBeGreaterThanOrEqual(before)
    const completed = await edited(contacted, { followUpStatus: 'completed' })
    expect(completed).toMatchObject({ follow_up_status: 'completed', last_contact_date: null })
    expect(await edited(completed, { followUpStatus: 'pending' })).toMatchObject({ follow_up_status: 'pending' })
  })

  it('of the notes keeps them as they were typed and leaves the status alone', async () => {
    const row = await added({ followUpStatus: 'contacted', lastContactDate: new Date() })
    const notes = '  “Call” \n<b>bold</b> 👋🏽 \\ $1 --\n'
    expect(await edited(row, { notes })).toEqual({ ...row, notes, version: expect.any(String) })
  })

  it('based on an older version is refused, and the newer version kept', async () => {
    const seen = await added()
    await edited(seen, { notes: 'hers' })
    const response = await edit(seen.id, { version: seen.version, notes: 'mine' })
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({
      code: 'changed-meanwhile',
      detail: 'Their change is saved and yours is not. Look at the newer version, then save again.',
    })
    const [row] = await server.db.select().from(emailCrm).where(eq(emailCrm.id, seen.id))
    expect(row?.notes).toBe('hers')
  })

  it('is accepted from only one of many simultaneous editors', { tags: 'postgres' }, async () => {
    const seen = await added()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => edit(seen.id, { version: seen.version, notes: `by ${index}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('gets a newer version even if the clock stood still or went back', async () => {
    const row = await added({ updatedAt: new Date(Date.now() + 60_000) })
    const next = await edited(row, { notes: 'a' })
    expect(next.version > row.version).toBe(true)
  })

  it.each([
    ['without a change', {}],
    ['of notes and status at once', { notes: 'x', followUpStatus: 'pending' }],
    ['to an unknown status', { followUpStatus: 'gone' }],
    ['without a version', { version: undefined, notes: 'x' }],
    ['with a NUL', { notes: 'a\0b' }],
    ['that is too long', { notes: 'x'.repeat(110_001) }],
  ])('%s is refused', async (_, change) => {
    const row = await added()
    expect((await edit(row.id, { version: row.version, ...change })).status).toBe(400)
  })

  it('of a deleted row gets 404', async () => {
    expect((await edit('none', { version: new Date().toISOString(), notes: 'x' })).status).toBe(404)
  })
})

describe('live changes', () => {
  /** Reads from the stream until the text appears. */
  async function until(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<string> {
    let seen = ''
    while (!seen.includes(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`the stream ended before ${text}: ${seen}`)
      seen += new TextDecoder().decode(value)
    }
    return seen
  }

  async function openStream(on: TestApp, headers: Record<string, string>) {
    const response = await on.request('GET', '/api/crm/events', undefined, headers)
    expect(response.headers.get('Content-Type')).toBe('text/event-stream')
    const reader = response.body?.getReader()
    if (!reader) throw new Error('there is no stream')
    await until(reader, 'event: ready')
    return reader
  }

  it('report a sign-up, a webhook’s change and a colleague’s edit', { tags: 'postgres' }, async () => {
    const reader = await openStream(server, team)
    await server.request('POST', '/api/auth/sign-up/email', { email: 'live@example.com', password: 'a long password' })
    expect(await until(reader, 'data: emails')).toContain('event: changed')
    const row = subscriberOf()
    await server.db.insert(subscribers).values(row)
    expect(await until(reader, 'data: subscribers')).toContain('event: changed')
    await server.db.update(subscribers).set({ subscriptionStatus: 'past_due' }).where(eq(subscribers.id, row.id))
    expect(await until(reader, 'data: subscribers')).toContain('event: changed')
    await edited(await added(), { notes: 'seen' })
    expect(await until(reader, 'data: emails')).toContain('event: changed')
    await reader.cancel()
  })

  it('end when the server shuts down', { tags: 'postgres' }, async () => {
    const other = await createTestApp()
    const reader = await openStream(other, await other.asTeam())
    await other.close()
    let last = await reader.read()
    while (!last.done) last = await reader.read()
    expect(last.done).toBe(true)
  })

  it('end at once for clients that connect while the server shuts down', async () => {
    const events = await createCrmEvents(server.database.connection, pino({ level: 'silent' }))
    await events.close()
    expect(await new Response(eventStream(events)).text()).toBe('')
  })

  it('send heartbeats while nothing changes, so that proxies and pages do not take them for dead', async () => {
    const events = await createCrmEvents(server.database.connection, pino({ level: 'silent' }))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const stream = eventStream(events)
    // Pages give up a stream that is silent for 40 seconds.
    vi.advanceTimersByTime(39_000)
    vi.useRealTimers()
    await events.close()
    expect((await new Response(stream).text()).split('\n\n').filter((part) => part.startsWith(':'))).toHaveLength(2)
  })

  it('end after a while, so that the client reconnects and its role is checked again', async () => {
    const events = await createCrmEvents(server.database.connection, pino({ level: 'silent' }))
    expect(await new Response(eventStream(events, { lifetimeMs: 1 })).text()).toBe('event: ready\ndata:\n\n')
    await events.close()
  })
})
