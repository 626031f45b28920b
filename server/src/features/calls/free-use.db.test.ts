import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { createStudioTest, VISITOR } from '../assistants/own/studio-testing.ts'
import { signUpSubscriber } from '../vapi/vapi-testing.ts'
import { grantedCall } from './calls-testing.ts'
import { createSpendingLedger } from './spending-ledger.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'

type Headers = Record<string, string>
const often = { burst: 10_000, refillMs: 1 }
/** Millionths of a dollar, more than any call in these tests costs. */
const PLENTY = 1_000_000_000
const FREE_USE = {
  callsPerPerson: 1,
  callsPerNetwork: 4,
  msPerPerson: 120_000,
  msPerNetwork: 600_000,
  microsPerCall: 200_000,
  microsPerPerson: 250_000,
  microsPerNetwork: PLENTY,
  microsPerDay: PLENTY,
  visitorsPerNetwork: PLENTY,
}
const TERMS = { continuesId: null, userId: null, network: null, assistantId: 'finance' }

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({
    rates: { call: often, general: often },
    freeUse: FREE_USE,
  })
})
afterAll(() => server.close())

let networks = 0
/** An address in a network that no other test uses. */
const network = () => `198.51.${Math.floor((networks += 1) / 250)}.${networks % 250}`
const from = (headers: Headers, address = network()): Headers => ({ ...headers, 'X-Forwarded-For': address })

const ask = (headers: Headers, body = {}) =>
  server.request('POST', '/api/calls', { assistantId: 'finance', ...body }, headers)

const grant = (headers: Headers, body = {}) => grantedCall(ask(headers, body))

const talk = async (headers: Headers) => server.calls.desk.admit((await grant(headers)).token)

async function demo(headers: Headers, durationMs: number, micros = 0) {
  const call = await talk(headers)
  call.spending?.spend('modelInput', micros * 5)
  await call.recorder.ended('person-ended', durationMs)
  return call
}

describe('free calls', () => {
  it('count their use only once, even if a call is settled again later', async () => {
    const call = await demo(from(await server.signedUp('settled@example.com')), 30_000)
    const ledger = createSpendingLedger(server.db, FREE_USE, () => {})
    await server.db.transaction((tx) => ledger.settle(tx, call.callId, 60_000))
    // Beats may arrive in any order.
    for (const micros of [500, 400]) await ledger.beat(call.callId, micros)
    const [row] = await server.db.select().from(callSpending).where(eq(callSpending.callId, call.callId))
    expect(row).toMatchObject({ usedMs: 30_000, spentMicros: 500 })
  })

  it('have even small amounts written while they go on', async () => {
    const call = await talk(from(await server.signedUp('little@example.com')))
    call.spending?.spend('speech', 10)
    call.recorder.heartbeat(5_000)
    const spent = async () => {
      const [row] = await server.db.select().from(callSpending).where(eq(callSpending.callId, call.callId))
      return row?.spentMicros
    }
    await expect.poll(spent).toBe(500)
    await call.recorder.ended('person-ended', 6_000)
  })

  it.each(['microsPerPerson', 'microsPerNetwork', 'microsPerDay'] as const)(
    'have no larger budget than is left of %s',
    async (limit) => {
      // A day of its own, so that other tests have spent nothing.
      const day = Date.UTC(2100, 0, 1 + ['microsPerPerson', 'microsPerNetwork', 'microsPerDay'].indexOf(limit))
      const limits = { ...FREE_USE, microsPerPerson: PLENTY, [limit]: 150_000 }
      const ledger = createSpendingLedger(
        server.db,
        limits,
        () => {},
        () => day,
      )
      const begin = (name: string) =>
        server.db.transaction((tx) =>
          ledger.begin(tx, { person: 'one', network: 'here' }, { id: `${name} ${limit}`, limitMs: 1_000, ...TERMS }),
        )
      expect(await begin('first')).toEqual({ fixedMicros: 150_000 })
      await ledger.beat(`first ${limit}`, 60_000)
      await server.db.transaction((tx) => ledger.settle(tx, `first ${limit}`, 1_000))
      expect(await begin('second')).toEqual({ fixedMicros: 90_000 })
    },
  )

  it('that are paused for a day are reported once, and are open again on the next day', async () => {
    let nowMs = Date.UTC(2101, 0, 1, 12)
    const pauses: string[] = []
    const ledger = createSpendingLedger(
      server.db,
      { ...FREE_USE, microsPerDay: 100 },
      (until) => pauses.push(until.toISOString()),
      () => nowMs,
    )
    const caller = { person: null, network: 'paused' }
    const call = { id: 'call_paused', limitMs: 1_000, ...TERMS }
    await server.db.transaction((tx) => ledger.begin(tx, caller, call))
    const refuse = () => server.db.transaction((tx) => ledger.refuse(tx, caller, call))
    for (const _ of [1, 2]) await expect(refuse()).rejects.toMatchObject({ code: 'demos-resting' })
    expect(pauses).toEqual(['2101-01-02T00:00:00.000Z'])
    expect(ledger.restingUntil()).toEqual(new Date('2101-01-02T00:00:00Z'))
    nowMs += 12 * 3_600_000
    expect(ledger.restingUntil()).toBeUndefined()
    await refuse()
  })

  it(
    'are limited to one at a time for a person, across spellings of the address and simultaneous requests',
    { tags: 'postgres' },
    async () => {
      const accounts: Headers[] = []
      for (const email of ['jane.doe@gmail.com', 'janedoe+2@gmail.com', 'jane.d.oe+x@googlemail.com']) {
        accounts.push(await server.signedUp(email))
      }
      const wishes = accounts.flatMap((headers) => [from(headers), from(headers)])
      const tokens = await Promise.all(wishes.map(async (headers) => (await grant(headers)).token))
      const joined = await Promise.allSettled(tokens.map((token) => server.calls.desk.admit(token)))
      const live = joined.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      expect(live).toHaveLength(1)
      const refused = await ask(from(accounts[1] ?? {}))
      expect(refused.status).toBe(429)
      expect(refused.headers.get('Retry-After')).toBe('10')
      await live[0]?.recorder.ended('person-ended', 1_000)
      expect((await ask(from(accounts[1] ?? {}))).status).toBe(201)
    },
  )

  it('count at Vapi from their grant, but a start that failed does not keep the same person from trying again', async () => {
    const headers = from(await server.signedUp('at-vapi@example.com'))
    const askVapi = async (assistantId: string) => {
      const response = await server.request('POST', '/api/calls/vapi', { assistantId, ownAccount: false }, headers)
      return { status: response.status, callId: ((await response.json()) as { callId?: string }).callId ?? '' }
    }
    const [first, again] = [await askVapi('finance'), await askVapi('finance')]
    expect((await askVapi('healthcare')).status).toBe(429)
    const begin = ({ callId }: { callId: string }) => server.calls.atVapi.started(callId, new Date(), null)
    expect([await begin(first), await begin(again)]).toEqual(['live', 'no-place'])
  })

  it('that last past midnight still count as simultaneous calls', async () => {
    const call = await talk(from(await server.signedUp('late@example.com')))
    const midnightMs = Date.parse(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`)
    await server.db
      .update(calls)
      .set({ heartbeatAt: new Date(midnightMs) })
      .where(eq(calls.id, call.callId))
    const [row] = await server.db.select().from(callSpending).where(eq(callSpending.callId, call.callId))
    const caller = { person: row?.person ?? null, network: row?.network ?? '' }
    const ledger = createSpendingLedger(
      server.db,
      FREE_USE,
      () => {},
      () => midnightMs + 1_000,
    )
    const next = { id: 'call_next', limitMs: 60_000, ...TERMS }
    const refused = server.db.transaction((tx) => ledger.refuse(tx, caller, next))
    await expect(refused).rejects.toMatchObject({ code: 'too-many-calls' })
    await call.recorder.ended('person-ended', 1_000)
  })

  it('are limited in minutes used per person and day, and a refusal says when they are available again', async () => {
    const headers = await server.signedUp('minutes@example.com')
    const other = await server.signedUp('minutes+again@example.com')
    await demo(from(headers), 60_000)
    await demo(from(other), 20_000)
    const last = await talk(from(headers))
    await last.recorder.ended('connection-lost', 50_000)
    // The minutes of a call that goes on were counted when it began.
    expect((await ask(from(headers), { continues: last.callId })).status).toBe(201)
    const response = await ask(from(other))
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({
      code: 'demo-time-used-up',
      detail: expect.stringMatching(/in .+ \(at 00:00 UTC\)\. With a plan, you can continue right now\.$/) as string,
    })
  })

  it('are limited in minutes per network and day, for all its users together', async () => {
    const address = network()
    for (let count = 0; count < 9; count += 1) {
      await demo(from(await server.signedUp(`office-${count}@example.com`), address), 60_000)
    }
    // A call counts with its whole minute until it ends.
    const live = await talk(from(await server.signedUp('office-live@example.com'), address))
    const late = await server.signedUp('office-late@example.com')
    expect(await (await ask(from(late, address))).json()).toMatchObject({ code: 'demo-time-used-up' })
    expect((await ask(from(late))).status).toBe(201)
    await live.recorder.ended('person-ended', 30_000)
    expect((await ask(from(late, address))).status).toBe(201)
  })

  it('are limited in number per network, even if many join at once', { tags: 'postgres' }, async () => {
    const address = network()
    const tokens: string[] = []
    for (let count = 0; count < 8; count += 1) {
      tokens.push((await grant(from(await server.signedUp(`crowd-${count}@example.com`), address))).token)
    }
    const joined = await Promise.allSettled(tokens.map((token) => server.calls.desk.admit(token)))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  })

  it('are limited for the team too', async () => {
    const headers = from(await server.asTeam())
    const first = await talk(headers)
    expect((await ask(headers)).status).toBe(429)
    await first.recorder.ended('person-ended', 1_000)
    expect((await ask(headers)).status).toBe(201)
  })

  it('use the built-in parts once the person’s budget for the day is spent', async () => {
    const headers = from(await server.signedUp('spender@example.com'))
    const first = await talk(headers)
    first.spending?.spend('modelInput', 1_250_000)
    expect(first.spending?.mayUseVendors()).toBe(false)
    expect([first.spending?.isNewlySpent(), first.spending?.isNewlySpent()]).toEqual([true, false])
    await first.recorder.ended('person-ended', 10_000)
    const second = await talk(headers)
    expect(second.spending?.mayUseVendors()).toBe(false)
    await second.recorder.ended('person-ended', 10_000)
    const [row] = await server.db.select().from(callSpending).where(eq(callSpending.callId, first.callId))
    expect(row).toMatchObject({ reservedMicros: 200_000, spentMicros: 250_000, usedMs: 10_000 })
  })

  it('do not become available again by deleting the account', async () => {
    const email = 'phoenix@example.com'
    const headers = await server.signedUp(email)
    await demo(from(headers), 60_000)
    await demo(from(headers), 60_000)
    const gone = await server.request('DELETE', '/api/account', { password: 'correct horse battery' }, headers)
    expect(gone.status).toBeLessThan(300)
    const again = await server.signedUp(email)
    expect(await (await ask(from(again))).json()).toMatchObject({ code: 'demo-time-used-up' })
  })
})

it('free calls leave a fifth of the seats to callers with a plan', async () => {
  const freeUse = { callsPerPerson: 1 }
  const own = await createTestApp({ rates: { call: often, general: often }, env: { MAX_CALLS: '5' }, freeUse })
  try {
    const tokenFor = async (headers: Headers) =>
      (await grantedCall(own.request('POST', '/api/calls', { assistantId: 'finance' }, headers))).token
    const join = async (headers: Headers) => own.calls.desk.admit(await tokenFor(headers))
    const people = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((count) => own.signedUp(`demo-${count}@example.com`)))
    // A call that another limit refuses takes no seat.
    const [one, two] = [await tokenFor(people[0] ?? {}), await tokenFor(people[0] ?? {})]
    const only = await own.calls.desk.admit(one)
    await expect(own.calls.desk.admit(two)).rejects.toMatchObject({ code: 'too-many-calls' })
    await only.recorder.ended('person-ended', 1_000)

    const joined = await Promise.allSettled(people.slice(0, 5).map(join))
    const refused = joined.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refused).toMatchObject([{ code: 'unavailable' }])
    await join(await signUpSubscriber(own, 'subscriber@example.com', 250))

    const first = joined.find((result) => result.status === 'fulfilled')
    // Ending a call twice frees one seat only.
    for (const _ of [1, 2]) await first?.value.recorder.ended('person-ended', 1_000)
    await join(people[5] ?? {})
    await expect(join(people[6] ?? {})).rejects.toMatchObject({ code: 'unavailable' })
  } finally {
    await own.close()
  }
})

it('visitors of own assistants leave a fifth of the seats to callers with a plan', async () => {
  const studio = await createStudioTest({}, { env: { MAX_CALLS: '5' } })
  try {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const joined = await Promise.allSettled(
      Array.from({ length: 5 }, () => studio.talk(id, { ...VISITOR, 'X-Forwarded-For': network() })),
    )
    const refused = joined.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refused).toMatchObject([{ code: 'unavailable' }])
    await studio.talk(id, headers)
  } finally {
    await studio.server.close()
  }
})

it('free calls pause for the day once the operator’s limit is reached', async () => {
  const own = await createTestApp({ rates: { call: often }, freeUse: { microsPerDay: 300_000 } })
  try {
    const start = async (headers: Headers) => own.request('POST', '/api/calls', { assistantId: 'finance' }, headers)
    const headers = await own.signedUp('early@example.com')
    const { token } = await grantedCall(start(headers))
    const call = await own.calls.desk.admit(token)
    call.spending?.spend('speech', 6_000)
    await call.recorder.ended('person-ended', 5_000)
    const response = await start(headers)
    expect(response.status).toBe(503)
    expect(response.headers.get('Retry-After')).not.toBeNull()
    expect(await response.json()).toMatchObject({ code: 'demos-resting' })
    expect(own.calls.freeCalls()).toMatchObject({
      path: 'resting',
      until: expect.stringContaining('T00:00:00') as string,
    })
  } finally {
    await own.close()
  }
})
