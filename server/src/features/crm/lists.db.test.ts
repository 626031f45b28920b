import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { EmailRow, SubscriberRow } from '#contract/crm.ts'
import { EMAIL_SORTS, SORT_ORDERS, SUBSCRIBER_SORTS } from '#contract/crm-lists.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { emailOf, subscriberOf } from './crm-testing.ts'

interface ListPage {
  rows: { id: string }[]
  nextCursor: string | null
  previousCursor: string | null
  matches: number | null
}

const ROWS = 60
let server: TestApp
let team: Record<string, string>

/**
 * Inserts rows with few different values, so that most rows are equal in most sort orders, and with awkward ones among
 * them.
 */
beforeAll(async () => {
  server = await createTestApp({ rates: { general: { burst: 100_000, refillMs: 1 } } })
  team = await server.asTeam()
  const dayMs = 86_400_000
  await server.db.insert(subscribers).values(
    Array.from({ length: ROWS }, (_, index) =>
      subscriberOf({
        email: `${['ann', 'bob', "o'neil", 'zoë', '100%_sure'][index % 5]}-${index % 7}@example.com`,
        subscriptionStatus: (['active', 'canceled', 'past_due', 'paused'] as const)[index % 4] ?? 'active',
        subscriptionTier: ['Basic', 'Premium', 'Enterprise', 'Legacy'][index % 4] ?? '',
        monthlyRevenueCents: (index % 3) * 999,
        currentUsageMs: (index % 4) * 7_000_000_000,
        limitExceeded: index % 10 === 0,
        subscriptionStart: new Date((index % 6) * dayMs),
        createdAt: new Date(1_700_000_000_123 + (index % 8) * dayMs),
      }),
    ),
  )
  await server.db.insert(emailCrm).values(
    Array.from({ length: ROWS }, (_, index) =>
      emailOf({
        email: `person${index}@example.com`,
        displayName: [null, '', 'Ann Brown', 'ann brown', 'Zoë', '"Quoted", =1+1'][index % 6] ?? null,
        signupDate: new Date(1_700_000_000_001 + (index % 5) * dayMs),
        followUpStatus: ['pending', 'contacted', 'completed', 'who-knows'][index % 4] ?? '',
        lastContactDate: index % 4 === 1 ? new Date(1_700_000_000_000 + index * dayMs) : null,
      }),
    ),
  )
})
afterAll(() => server.close())

type Query = Record<string, string | number>

async function get(path: string, query: Query = {}): Promise<Response> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  return server.request('GET', `/api/crm/${path}?${search.toString()}`, undefined, team)
}

async function pageOf(path: string, query: Query): Promise<ListPage> {
  const response = await get(path, query)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ListPage
}

async function walk(path: string, query: Query): Promise<ListPage[]> {
  const pages = [await pageOf(path, query)]
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    pages.push(await pageOf(path, { ...query, cursor: next }))
    if (pages.length > ROWS) throw new Error('the list has no end')
  }
  return pages
}

const SORTS = [
  ...SUBSCRIBER_SORTS.map((sort) => ['subscribers', sort] as const),
  ...EMAIL_SORTS.map((sort) => ['emails', sort] as const),
]

describe('pages', () => {
  it.each(SORTS)(
    'of %s by %s hold every row exactly once, in the same order forwards and backwards',
    { tags: 'postgres' },
    async (path, sort) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...SORT_ORDERS),
          fc.integer({ min: 7, max: ROWS + 5 }),
          async (order, limit) => {
            const query = { sort, order, limit }
            const pages = await walk(path, query)
            const ids = pages.flatMap(({ rows }) => rows.map(({ id }) => id))
            expect(ids).toHaveLength(ROWS)
            expect(new Set(ids).size).toBe(ROWS)
            // The opposite order gives the same list in reverse.
            const other = await pageOf(path, { sort, order: order === 'asc' ? 'desc' : 'asc', limit: 100 })
            expect(other.rows.map(({ id }) => id)).toEqual(ids.toReversed())
            expect(pages[0]?.previousCursor).toBeNull()
            for (let index = pages.length - 1; index > 0; index -= 1) {
              const cursor = pages[index]?.previousCursor ?? ''
              const before = await pageOf(path, { ...query, cursor })
              expect(before.rows).toEqual(pages[index - 1]?.rows)
              expect(before.nextCursor).not.toBeNull()
            }
          },
        ),
        { numRuns: 6 },
      )
    },
  )

  it('begin with the newest rows', async () => {
    const { rows } = (await pageOf('subscribers', { limit: 100 })) as unknown as { rows: SubscriberRow[] }
    const dates = rows.map((row) => row.created_at)
    expect(dates).toEqual(dates.toSorted().toReversed())
    // Seven million seconds, in minutes with one decimal.
    expect(rows.map((row) => row.current_usage_minutes)).toContain(116_666.7)
    expect(rows.map((row) => row.monthly_revenue)).toContain(9.99)
    const emails = (await pageOf('emails', { limit: 100 })) as unknown as { rows: EmailRow[] }
    const signups = emails.rows.map((row) => row.signup_date)
    expect(signups).toEqual(signups.toSorted().toReversed())
  })

  it.each([
    ['subscribers', 'email', 'email'],
    ['subscribers', 'status', 'subscription_status'],
    ['subscribers', 'tier', 'subscription_tier'],
    ['subscribers', 'revenue', 'monthly_revenue'],
    ['subscribers', 'usage', 'current_usage_minutes'],
    ['subscribers', 'start', 'subscription_start'],
    ['emails', 'email', 'email'],
    ['emails', 'name', 'display_name'],
    ['emails', 'status', 'follow_up_status'],
    ['emails', 'contact', 'last_contact_date'],
  ])('of %s by %s are in the order of what is shown as %s', async (path, sort, field) => {
    const { rows } = await pageOf(path, { sort, order: 'asc', limit: 100 })
    const shown = z
      .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()))
      .parse(rows)
      .map(({ [field]: value }) =>
        typeof value === 'number' ? value.toFixed(2).padStart(12, '0') : `${value ?? ''}`.toLowerCase(),
      )
    expect(shown).toEqual(shown.toSorted((one, other) => (one < other ? -1 : Number(one > other))))
  })

  it('lead back to a full first page', async () => {
    const query = { sort: 'email', order: 'asc', limit: 10, q: 'person' }
    const first = await pageOf('emails', query)
    const second = await pageOf('emails', { ...query, cursor: first.nextCursor ?? '' })
    const back = await pageOf('emails', { ...query, cursor: second.previousCursor ?? '' })
    expect(back.rows).toHaveLength(10)
    expect(back.previousCursor).toBeNull()
  })

  it.each([
    'nonsense',
    Buffer.from('["next","2026-99-99 00:00:00+00","x"]').toString('base64url'),
    Buffer.from('["next","now","x"]').toString('base64url'),
    Buffer.from(String.raw`["next","2026-01-01 00:00:00+00","\u0000"]`).toString('base64url'),
  ])('refuse the cursor %s', async (cursor) => {
    const response = await get('subscribers', { cursor })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request' })
  })

  it.each<Query>([{ sort: 'password' }, { order: 'up' }, { limit: 101 }, { status: 'gone' }, { q: 'x'.repeat(101) }])(
    'refuse %j',
    async (query) => {
      expect((await get('subscribers', query)).status).toBe(400)
    },
  )
})

describe('filters', () => {
  it('by status and tier', async () => {
    const { rows, matches } = await pageOf('subscribers', { status: 'canceled', tier: 'Premium', limit: 100 })
    expect(matches).toBe(15)
    expect(rows).toHaveLength(15)
    expect((await pageOf('subscribers', { status: 'active', tier: 'Premium' })).rows).toEqual([])
  })

  it('by follow-up, where an unknown status counts as pending', async () => {
    const { rows } = (await pageOf('emails', { followUp: 'pending', limit: 100 })) as unknown as { rows: EmailRow[] }
    expect(rows).toHaveLength(30)
    expect(new Set(rows.map((row) => row.follow_up_status))).toEqual(new Set(['pending']))
    expect((await pageOf('emails', { followUp: 'completed' })).matches).toBe(15)
  })

  it.each([
    ['subscribers', 'ann', 12],
    ['subscribers', 'ANN-', 12],
    ['subscribers', "o'neil", 12],
    ['subscribers', 'ZOË', 12],
    ['subscribers', '%', 12],
    ['subscribers', '_sure', 12],
    ['subscribers', String.raw`\ `, 0],
    ['emails', 'ann b', 20],
    ['emails', 'PERSON1', 11],
    ['emails', '"quoted"', 10],
    ['emails', '@example.com', ROWS],
    // One or two letters are looked for at the beginnings of words.
    ['subscribers', 'an', 12],
    ['subscribers', 'nn', 0],
    ['emails', 'BR', 20],
    ['emails', 'ow', 0],
  ])('by text: %s that contain %s', async (path, q, matches) => {
    expect(await pageOf(path, { q })).toMatchObject({ matches })
  })
})

it('the figures match the tables', async () => {
  expect(await (await get('stats')).json()).toEqual({
    // Every fourth row is active. Revenues repeat in threes, so that of the 15 active rows five each bring 0, 9.99 and
    // 19.98.
    subscribers: { total: 60, active: 15, monthlyRevenue: 149.85, limitExceeded: 6 },
    emails: { total: 60, pending: 30, completed: 15, followUpRatePercent: 25 },
  })
})

describe('the export', () => {
  it('holds all matching rows, and no formulas', async () => {
    const response = await get('emails.csv', { q: '"quoted"', sort: 'email', order: 'asc' })
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="voxhall-email-crm.csv"')
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe('\uFEFFemail,display_name,signup_date,follow_up_status,last_contact_date,notes')
    expect(lines).toHaveLength(10)
    const narrowed = await get('subscribers.csv', { status: 'canceled', tier: 'Premium' })
    expect((await narrowed.text()).trimEnd().split('\r\n')).toHaveLength(1 + 15)
    expect(lines[0]).toMatch(/^person11@example\.com,"""Quoted"", =1\+1",20\d\d-/)
  })

  it('is complete even if it takes several reads of the table', async () => {
    const extra = Array.from({ length: 1_100 }, (_, index) => subscriberOf({ email: `many${index}@export.example` }))
    await server.db.insert(subscribers).values(extra)
    const response = await get('subscribers.csv', { q: '@export.example' })
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(new Set(lines).size).toBe(1_101)
  })
})
