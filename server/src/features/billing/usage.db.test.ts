import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CrmStats } from '#contract/crm.ts'
import { startCallResponseSchema } from '#contract/calls.ts'
import { settledUse } from '../../../test/settled-use.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { grantedCall } from '../calls/calls-testing.ts'
import { subscriberOf } from '../crm/crm-testing.ts'
import { dayOf } from './billing-mails.ts'
import { json, payerOf, stripeOf } from './billing-testing.ts'
import { ensureProducts } from './products.ts'
import { MINUTE_MS } from './usage-sums.ts'

let server: TestApp
beforeAll(async () => {
  const often = { burst: 10_000, refillMs: 1 }
  server = await createTestApp({ rates: { call: often, checkout: often, general: often } })
})
afterAll(() => server.close())

type Headers = Record<string, string>

async function userIdOf(headers: Headers): Promise<string> {
  const { user } = await json<{ user: { id: string } }>(
    server.request('GET', '/api/auth/get-session', undefined, headers),
  )
  return user.id
}

/** A person with this many minutes on a plan that was agreed in person. */
async function subscriber(email: string, { minutes = 250 }: { minutes?: number | 'unlimited' } = {}) {
  const headers = await server.signedUp(email)
  const stripe = stripeOf(server)
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'As agreed' },
    metadata: { voxhall_price: 'custom', minutes: String(minutes) },
  })
  const method = 'pm_card_visa'
  const customer = await stripe.customers.create({
    email,
    metadata: { voxhall_user: await userIdOf(headers) },
    payment_method: method,
    invoice_settings: { default_payment_method: method },
  })
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  await server.billing.sync.syncCustomer(customer.id)
  return headers
}

const { mine, rowOf } = payerOf(() => server)

const ask = (headers: Headers) => server.request('POST', '/api/calls', { assistantId: 'finance' }, headers)

async function start(headers: Headers) {
  const granted = await grantedCall(ask(headers))
  return { granted, call: await server.calls.desk.admit(granted.token) }
}

async function used(email: string): Promise<number> {
  const row = await rowOf(email)
  return row.currentUsageMs / MINUTE_MS
}

async function mailsTo(email: string): Promise<string[]> {
  const rows = await server.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)
  return rows.map(({ subject }) => subject).filter((subject) => subject.includes('minutes'))
}

async function textOf(email: string, subject: string): Promise<string | undefined> {
  const isIt = and(eq(mails.recipient, email), eq(mails.subject, subject))
  return (await server.db.select().from(mails).where(isIt))[0]?.text
}

const ledgerOf = async (callId: string) =>
  (await server.db.select().from(usageLedger).where(eq(usageLedger.callId, callId)))[0]

describe('a call', () => {
  it('of a user without a plan, or of the team, is a demo call', async () => {
    const { call, granted } = await start(await server.signedUp('demo@example.com'))
    expect(granted.limitMs).toBe(60_000)
    expect(call.limitMs).toBe(60_000)
    await call.recorder.ended('limit-reached', 60_000)
    expect(await ledgerOf(call.callId)).toBeUndefined()
    expect((await start(await server.asTeam())).granted.limitMs).toBe(60_000)
  })

  it('of a subscriber has no demo limit, and its minutes are counted once, even if its end is reported twice', async () => {
    const { call, granted } = await start(await subscriber('long@example.com'))
    expect([granted.limitMs, call.limitMs]).toEqual([null, null])
    for (const _ of [1, 2]) await call.recorder.ended('person-ended', 90_000)
    const again = { type: 'ended', reason: 'person-ended', at: new Date(), durationMs: 500_000 } as const
    await server.calls.records.report(call.callId, again)
    await server.db.transaction((tx) => server.billing.usage.settle(tx, call.callId, 120_000))
    expect(await used('long@example.com')).toBe(1.5)
    expect(await ledgerOf(call.callId)).toMatchObject({ usedMs: 90_000, reservedMs: 120_000 })
  })

  it('reserves minutes ahead as it runs, and shows the used ones', async () => {
    const { call } = await start(await subscriber('slices@example.com'))
    const reserved = async () => (await ledgerOf(call.callId))?.reservedMs
    call.recorder.heartbeat(55_000)
    expect(await reserved()).toBe(120_000)
    call.recorder.heartbeat(65_000)
    await expect.poll(reserved).toBe(185_000)
    await expect.poll(() => used('slices@example.com')).toBeCloseTo(65 / 60)
    await call.recorder.ended('person-ended', 70_000)
    expect(await used('slices@example.com')).toBeCloseTo(70 / 60)
  })

  it('learns its limit as soon as no more minutes can be reserved', async () => {
    const { call, granted } = await start(await subscriber('short@example.com', { minutes: 3 }))
    expect(granted.limitMs).toBe(180_000)
    expect(call.limitMs).toBeNull()
    const limits: (number | null)[] = []
    call.watchLimit?.((limitMs) => limits.push(limitMs))
    call.recorder.heartbeat(70_000)
    await expect.poll(() => limits).toEqual([180_000])
    call.recorder.heartbeat(150_000)
    await expect.poll(() => mailsTo('short@example.com')).toEqual(['Your minutes are running low'])
    await call.recorder.ended('limit-reached', 180_020)
    expect(await rowOf('short@example.com')).toMatchObject({ currentUsageMs: 180_000, limitExceeded: true })
  })

  it('of a plan without a limit is counted, but never exceeds the plan', async () => {
    const headers = await subscriber('free@example.com', { minutes: 'unlimited' })
    const { call } = await start(headers)
    await server.billing.usage.extend(call.callId, 1_000 * MINUTE_MS)
    await call.recorder.ended('person-ended', 1_000 * MINUTE_MS)
    expect(await used('free@example.com')).toBe(1_000)
    expect(await rowOf('free@example.com')).toMatchObject({ limitExceeded: false })
    expect((await mine(headers)).subscriptions).toMatchObject([{ usedMinutes: 1_000, limitMinutes: null }])
    expect((await ask(headers)).status).toBe(201)
  })

  it('is refused when the minutes are used up, with the date of new ones', async () => {
    const headers = await subscriber('empty@example.com', { minutes: 1 })
    const { call } = await start(headers)
    expect(call.limitMs).toBe(60_000)
    const late = startCallResponseSchema.safeParse(await (await ask(headers)).json())
    expect(late.success).toBe(false)
    await call.recorder.ended('limit-reached', 60_000)
    const response = await ask(headers)
    expect(response.status).toBe(402)
    expect(await json(response)).toMatchObject({
      code: 'minutes-used-up',
      detail: expect.stringMatching(/You get new ones on \w+ \d+, 20\d\d/),
    })
    // A plan that ends brings no new ones.
    const row = await rowOf('empty@example.com')
    const endsAt = new Date(Date.now() + 3 * 86_400_000)
    await server.db.update(subscribers).set({ endsAt }).where(eq(subscribers.id, row.id))
    const ending = `the plan ends on ${dayOf(endsAt)}`
    expect(await json(ask(headers))).toMatchObject({ detail: expect.stringContaining(ending) })
    // With a second plan, which renews, new minutes are announced instead.
    const ids = { id: `${row.id}_2`, stripeSubscriptionId: `${row.id}_2`, stripeCustomerId: `${row.id}_2` }
    const other = { ...row, ...ids, periodEnd: new Date(row.periodEnd.getTime() + 86_400_000) }
    await server.db.insert(subscribers).values(other)
    await server.db.insert(usageLedger).values(settledUse(other, { callId: 'call_empty', usedMs: MINUTE_MS }))
    const renewing = `You get new ones on ${dayOf(other.periodEnd)}`
    expect(await json(ask(headers))).toMatchObject({ detail: expect.stringContaining(renewing) })
  })

  it.each(['first', 'second'] as const)(
    'of a user with two plans, of which the %s is overdrawn, can use the other one',
    async (which) => {
      const email = `${which}-of-two@example.com`
      const headers = await subscriber(email, { minutes: 10 })
      const one = await rowOf(email)
      const ids = { id: `${one.id}_2`, stripeSubscriptionId: `${one.id}_2`, stripeCustomerId: `${one.id}_2` }
      const other = { ...one, ...ids, createdAt: new Date() }
      await server.db.insert(subscribers).values(other)
      const overdrawn = which === 'first' ? one : other
      const usedMs = 15 * MINUTE_MS
      await server.db.insert(usageLedger).values(settledUse(overdrawn, { callId: `call_${email}`, usedMs }))
      const userId = await userIdOf(headers)
      expect(await server.billing.usage.look(userId)).toEqual({ remainingMs: 10 * MINUTE_MS })
      // A plan agreed in person allows any number of assistants.
      expect(await server.billing.usage.room(userId)).toEqual({ assistants: null, remainingMs: 10 * MINUTE_MS })
    },
  )

  it.each([
    ['first', 10, 250],
    ['other', 9, 250],
    ['first', 9, 8],
  ])('of a user with two plans uses the %s, if they have %i and %i minutes left', async (payer, first, other) => {
    const headers = await server.signedUp(`${first}-and-${other}@example.com`)
    const plan = { userId: await userIdOf(headers), priceId: 'basic-monthly', periodStart: new Date(Date.now() - 1_000) } // oxfmt-ignore
    const ends = { monthlyLimitMinutes: first, periodEnd: new Date(Date.now() + 86_400_000) }
    const plans = { first: { ...plan, ...ends }, other: { ...plan, monthlyLimitMinutes: other } }
    const rows = Object.entries(plans).map(([name, row]) => subscriberOf({ ...row, id: `${name} ${first} ${other}` }))
    await server.db.insert(subscribers).values(rows)
    const { call } = await start(headers)
    expect((await ledgerOf(call.callId))?.subscriberId).toBe(`${payer} ${first} ${other}`)
  })

  it('whose process died is charged up to its last heartbeat', async () => {
    const { call } = await start(await subscriber('died@example.com'))
    await server.calls.records.report(call.callId, { type: 'beat', at: new Date(), durationMs: 30_000 })
    await server.db
      .update(calls)
      .set({ heartbeatAt: new Date(0) })
      .where(eq(calls.id, call.callId))
    await server.calls.records.endLost(20_000, [])
    expect(await used('died@example.com')).toBe(0.5)
  })

  it('of a visitor that was never settled is charged from its first words on', async () => {
    const { call } = await start(await subscriber('host@example.com'))
    const ended = { status: 'ended', endReason: 'person-ended', durationMs: 90_000, chargedFromMs: 30_000 } as const
    await server.db.update(calls).set(ended).where(eq(calls.id, call.callId))
    await server.billing.usage.settleForgotten()
    expect(await used('host@example.com')).toBe(1)
    expect(
      await server.db.$count(usageLedger, and(eq(usageLedger.callId, call.callId), isNull(usageLedger.usedMs))),
    ).toBe(0)
  })

  it('whose record was deleted returns its unused minutes', async () => {
    const { call } = await start(await subscriber('gone@example.com'))
    call.recorder.heartbeat(61_000)
    await expect.poll(async () => (await ledgerOf(call.callId))?.ranMs).toBe(61_000)
    await server.db.delete(calls).where(eq(calls.id, call.callId))
    await server.billing.usage.settleForgotten()
    expect(await ledgerOf(call.callId)).toMatchObject({ usedMs: 61_000 })
  })

  it('of a cancelled plan continues until the plan ends, and no longer', async () => {
    const headers = await subscriber('leaving@example.com')
    const stripe = stripeOf(server)
    const { stripeSubscriptionId: id } = await rowOf('leaving@example.com')
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await expect.poll(async () => (await rowOf('leaving@example.com')).subscriptionStatus).toBe('canceled')
    const { granted, call } = await start(headers)
    expect(granted.limitMs).toBeNull()
    await stripe.subscriptions.cancel(id)
    await expect.poll(async () => (await rowOf('leaving@example.com')).providerStatus).toBe('canceled')
    expect(await server.billing.usage.extend(call.callId, 110_000)).toEqual({ grantedMs: 120_000, isFinal: true })
    expect((await start(headers)).granted.limitMs).toBe(60_000)
  })
})

describe('simultaneous calls', () => {
  it('never get the same minutes, and one can use what another returns', { tags: 'postgres' }, async () => {
    const headers = await subscriber('both@example.com', { minutes: 5 })
    const grants = [await ask(headers), await ask(headers), await ask(headers)]
    const tokens = await Promise.all(grants.map(async (each) => (await grantedCall(each)).token))
    const tries = await Promise.allSettled(tokens.map((token) => server.calls.desk.admit(token)))
    const admitted = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(admitted).toHaveLength(3)
    for (let atMs = 20_000; atMs <= 200_000; atMs += 20_000) {
      for (const { recorder } of admitted) recorder.heartbeat(atMs)
      await Promise.all(admitted.map(async ({ callId }) => server.billing.usage.extend(callId, atMs)))
    }
    const rows = await Promise.all(admitted.map(({ callId }) => ledgerOf(callId)))
    const taken = rows.reduce((sum, row) => sum + (row?.reservedMs ?? 0), 0)
    expect(taken).toBe(5 * MINUTE_MS)
    await expect.poll(() => admitted.every(({ limitMs }) => limitMs === null || limitMs <= 120_000)).toBe(true)

    const [first, second, third] = admitted
    await first?.recorder.ended('person-ended', 1_000)
    const more = await server.billing.usage.extend(second?.callId ?? '', 90_000)
    expect(more?.grantedMs).toBeGreaterThan(rows[1]?.reservedMs ?? 0)
    await second?.recorder.ended('limit-reached', 10_000_000)
    await third?.recorder.ended('limit-reached', 10_000_000)
    expect(await used('both@example.com')).toBeLessThanOrEqual(5)
  })

  it('compete for the last minute, which only one of them gets', { tags: 'postgres' }, async () => {
    const headers = await subscriber('last@example.com', { minutes: 1 })
    const tokens = []
    for (const _ of [1, 2, 3]) tokens.push((await grantedCall(ask(headers))).token)
    const tries = await Promise.allSettled(tokens.map((token) => server.calls.desk.admit(token)))
    const refused = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    expect(refused).toMatchObject([{ code: 'minutes-used-up' }, { code: 'minutes-used-up' }])
  })
})

describe('a period', () => {
  it('that begins has all its minutes, and the ledger keeps those of the last one', async () => {
    const stripe = stripeOf(server)
    const headers = await server.signedUp('clock@example.com')
    const now = Math.floor(Date.now() / 1_000)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: now })
    const customer = await stripe.customers.create({
      email: 'clock@example.com',
      metadata: { voxhall_user: await userIdOf(headers) },
      test_clock: clock.id,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const price = (await ensureProducts(server.billing.payments)).get('basic-monthly') ?? ''
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price }] })
    await expect.poll(() => server.db.$count(subscribers, eq(subscribers.email, 'clock@example.com'))).toBe(1)
    const { call } = await start(headers)
    await server.billing.usage.extend(call.callId, 250 * MINUTE_MS)
    await call.recorder.ended('limit-reached', 250 * MINUTE_MS)
    expect(await rowOf('clock@example.com')).toMatchObject({ limitExceeded: true })
    expect((await ask(headers)).status).toBe(402)

    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: now + 33 * 86_400 })
    await expect.poll(async () => (await rowOf('clock@example.com')).currentUsageMs).toBe(0)
    const row = await rowOf('clock@example.com')
    expect(row).toMatchObject({ limitExceeded: false, subscriptionStatus: 'active' })
    const again = await start(headers)
    expect(again.granted.limitMs).toBeNull()
    await again.call.recorder.ended('person-ended', MINUTE_MS)
    expect(await used('clock@example.com')).toBe(1)
    expect(await ledgerOf(call.callId)).toMatchObject({ usedMs: 250 * MINUTE_MS })
  })
})

describe('mails', () => {
  it('say once in a period that minutes run low, and once that they are used up', async () => {
    const headers = await subscriber('mails@example.com', { minutes: 10 })
    const talk = async (minutes: number) => {
      const { call } = await start(headers)
      // A short call ends before more is reserved for it.
      if (minutes > 2) await server.billing.usage.extend(call.callId, minutes * MINUTE_MS)
      await call.recorder.ended('person-ended', minutes * MINUTE_MS)
    }
    await talk(7)
    expect(await mailsTo('mails@example.com')).toEqual([])
    await talk(1.6)
    expect(await mailsTo('mails@example.com')).toEqual(['Your minutes are running low'])
    const low = await textOf('mails@example.com', 'Your minutes are running low')
    expect(low).toContain('2 left for this period.')
    expect(low).toContain('You get new minutes on')
    await talk(1)
    await talk(1)
    await server.billing.checkUsage()
    const told = ['Your minutes are running low', 'Your minutes are used up']
    expect(await mailsTo('mails@example.com')).toEqual(told)
    expect(await textOf('mails@example.com', 'Your minutes are used up')).toContain('You have used all 10 minutes')
    const { id, periodStart } = await rowOf('mails@example.com')
    const change = (row: Partial<typeof subscribers.$inferInsert>) =>
      server.db.update(subscribers).set(row).where(eq(subscribers.id, id))
    // Mails go to the account, whose address may not be the payer's.
    const next = { periodStart: new Date(periodStart.getTime() + 1_000), email: 'till@example.com' }
    await change(next)
    await talk(10)
    // After a change to a larger plan, the mail that few are left would come too late.
    await change({ monthlyLimitMinutes: 12 })
    await server.billing.checkUsage()
    expect(await mailsTo('mails@example.com')).toEqual([...told, 'Your minutes are used up'])
    await change({ email: 'mails@example.com', monthlyLimitMinutes: 10 })
    await server.billing.checkUsage()
  })

  it('are sent by the team’s check too, which corrects rows from the ledger', async () => {
    await subscriber('drift@example.com', { minutes: 10 })
    const row = await rowOf('drift@example.com')
    await stripeOf(server).subscriptions.update(row.stripeSubscriptionId, { cancel_at_period_end: true })
    await server.billing.sync.syncCustomer(row.stripeCustomerId)
    await server.db.insert(usageLedger).values(settledUse(row, { callId: 'call_drift', usedMs: 8 * MINUTE_MS }))
    const team = await server.asTeam()
    const check = () =>
      json<{ alerts: { type: string; email: string }[] }>(
        server.request('POST', '/api/functions/check-usage-limits', {}, team),
      )
    const { alerts } = await check()
    const typeOf = (name: string) => alerts.find(({ email }) => email === `${name}@example.com`)?.type
    expect(['drift', 'mails', 'long'].map(typeOf)).toEqual(['approaching', 'exceeded', undefined])
    expect(await used('drift@example.com')).toBe(8)
    expect(await check()).toEqual({ alerts })
    const [subject = '', ...more] = await mailsTo('drift@example.com')
    expect(more).toEqual([])
    const low = await textOf('drift@example.com', subject)
    expect(low).toMatch(/Your plan ends on \w+ \d+\./)
    expect(low).not.toContain('new minutes')
  })

  it('the team’s check and figures agree on plans over their limit, which ended plans are not', async () => {
    await subscriber('ended@example.com', { minutes: 10 })
    await subscriber('foreign@example.com', { minutes: 10 })
    const headers = await server.asTeam()
    const counts = async () => {
      const { alerts } = await json<{ alerts: { type: string }[] }>(
        server.request('POST', '/api/functions/check-usage-limits', {}, headers),
      )
      const stats = await json<CrmStats>(server.request('GET', '/api/crm/stats', undefined, headers))
      return { check: alerts.filter(({ type }) => type === 'exceeded').length, card: stats.subscribers.limitExceeded }
    }
    const before = await counts()
    expect(before.card).toBe(before.check)
    // Rows as an earlier version wrote them, in which the mark stayed after the plan had ended.
    const ended = { providerStatus: 'canceled', subscriptionStatus: 'canceled', limitExceeded: true } as const
    await server.db.update(subscribers).set(ended).where(eq(subscribers.email, 'ended@example.com'))
    const foreign = { priceId: null, limitExceeded: true, currentUsageMs: 11 * MINUTE_MS }
    await server.db.update(subscribers).set(foreign).where(eq(subscribers.email, 'foreign@example.com'))
    expect(await counts()).toEqual(before)
  })
})
