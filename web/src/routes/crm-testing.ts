// A fake server for tests of the team's screen: records in memory, queried and changed like on the real server.
import { CRM_PAGE_ROWS, type CrmTopic } from '#contract/crm-lists.ts'
import type { CrmStats, EmailRow, SubscriberRow } from '#contract/crm.ts'
import { followUpChange, type FollowUpStatus } from '#contract/follow-up.ts'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import type { Answers } from '../lib/answers-testing.ts'
import { refusal } from './site-testing.tsx'

const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 6, 1)
const at = (days: number) => new Date(START_MS + days * DAY_MS).toISOString()

const SUBSCRIPTIONS: readonly [SubscriptionStatus, string, Partial<SubscriberRow>][] = [
  ['active', 'Basic', { monthly_revenue: 9.99, monthly_limit_minutes: 250, current_usage_minutes: 125 }],
  ['canceled', 'Premium', { monthly_revenue: 19.99, monthly_limit_minutes: 500, current_usage_minutes: 250 }],
  ['past_due', 'Enterprise', { monthly_revenue: 99.99, monthly_limit_minutes: 2_000, current_usage_minutes: 1_800 }],
  ['unpaid', 'Custom', { current_usage_minutes: 12 }],
  ['paused', 'Premium', { monthly_revenue: 19.99, monthly_limit_minutes: 500, current_usage_minutes: 600 }],
]

/**
 * One subscriber in each status, the newest first. The address of the one that is `past_due` is `past-due@example.com`.
 */
const SUBSCRIBERS: SubscriberRow[] = SUBSCRIPTIONS.map(([status, tier, figures], index) => ({
  id: status,
  email: `${status.replace('_', '-')}@example.com`,
  subscription_status: status,
  subscription_tier: tier,
  monthly_revenue: 0,
  current_usage_minutes: 0,
  monthly_limit_minutes: 0,
  limit_exceeded: false,
  subscription_start: at(-index),
  stripe_subscription_id: `sub_${status}`,
  created_at: at(-index),
  ...figures,
}))

const STATS: CrmStats = {
  subscribers: { total: 5, active: 1, monthlyRevenue: 9.99, limitExceeded: 0 },
  emails: { total: 60, pending: 30, completed: 15, followUpRatePercent: 25 },
}

export type TeamServer = {
  answers: Answers
  /** The bodies of all requests that changed a record or a subscription, oldest first. */
  changes: unknown[]
  emailOf(address: string): EmailRow
  /** Changes a record as a colleague would. `isTold`: whether open pages receive a live update. */
  edit(address: string, change: { notes: string } | { followUpStatus: FollowUpStatus }, isTold: boolean): void
  /** Breaks the connections for live updates. */
  breakOff(): void
}

/** A server with sixty contacts, of which `person00@example.com` is the newest, and the subscribers. */
export function openTeamServer(): TeamServer {
  const emails = Array.from({ length: 60 }, (_, index): EmailRow => ({
    id: `e${index}`,
    email: `person${String(index).padStart(2, '0')}@example.com`,
    display_name: index === 3 ? null : `Person ${index}`,
    signup_date: at(-index),
    follow_up_status: 'pending',
    last_contact_date: null,
    notes: index === 0 ? 'Prefers e-mail.\n<b>not bold</b>' : '',
    version: at(0),
  }))
  const changes: unknown[] = []
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const tell = (name: string, data: CrmTopic | '') => {
    for (const stream of streams) stream.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${data}\n\n`))
  }
  const emailOf = (address: string) => {
    const found = emails.find(({ email }) => email === address)
    if (!found) throw new Error(`There is no record of ${address}`)
    return found
  }
  const change = (row: EmailRow, { notes, followUpStatus }: { notes?: string; followUpStatus?: FollowUpStatus }) => {
    row.version = new Date(Date.parse(row.version) + 1).toISOString()
    if (notes !== undefined) row.notes = notes
    if (followUpStatus === undefined) return
    row.follow_up_status = followUpStatus
    row.last_contact_date = followUpChange(followUpStatus, new Date()).lastContactDate?.toISOString() ?? null
  }
  const answers: Answers = {
    'GET /api/crm/stats': () => Response.json(STATS),
    'GET /api/crm/subscribers': (request) => {
      const query = new URL(request.url).searchParams
      const rows = SUBSCRIBERS.filter(
        (row) =>
          row.subscription_status === (query.get('status') ?? row.subscription_status) &&
          row.subscription_tier === (query.get('tier') ?? row.subscription_tier) &&
          row.email.includes(query.get('q') ?? ''),
      )
      if (query.get('sort') === 'revenue') rows.sort((one, other) => other.monthly_revenue - one.monthly_revenue)
      return Response.json({ rows, nextCursor: null, previousCursor: null, matches: rows.length })
    },
    'GET /api/crm/emails': (request) => {
      const query = new URL(request.url).searchParams
      const found = emails.filter(({ email }) => email.includes(query.get('q') ?? ''))
      if (query.get('sort') === 'status') {
        found.sort((one, other) => other.follow_up_status.localeCompare(one.follow_up_status))
      }
      if (query.get('order') === 'asc') found.reverse()
      const from = Number(query.get('cursor') ?? 0)
      return Response.json({
        rows: found.slice(from, from + CRM_PAGE_ROWS),
        nextCursor: from + CRM_PAGE_ROWS < found.length ? String(from + CRM_PAGE_ROWS) : null,
        previousCursor: from > 0 ? String(from - CRM_PAGE_ROWS) : null,
        matches: found.length,
      })
    },
    'GET /api/crm/events': () => {
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => void streams.add(stream),
        cancel: () => streams.clear(),
      })
      queueMicrotask(() => tell('ready', ''))
      return new Response(body)
    },
    'POST /api/functions/manage-subscription': async (request) => {
      changes.push(await request.json())
      return Response.json({})
    },
  }
  for (const row of emails) {
    answers[`GET /api/crm/emails/${row.id}`] = () => Response.json(row)
    answers[`PATCH /api/crm/emails/${row.id}`] = async (request) => {
      const edit = (await request.json()) as { version: string; notes?: string; followUpStatus?: FollowUpStatus }
      changes.push(edit)
      if (edit.version !== row.version) return changedMeanwhile()
      change(row, edit)
      return Response.json(row)
    }
  }
  return {
    answers,
    changes,
    emailOf,
    edit(address, edit, isTold) {
      change(emailOf(address), edit)
      if (isTold) tell('changed', 'emails')
    },
    breakOff() {
      for (const stream of streams) stream.error(new TypeError('network error'))
      streams.clear()
    },
  }
}

function changedMeanwhile(): Response {
  const words = { title: 'Someone else has changed this', detail: 'Their change is saved and yours is not.' }
  return refusal(409, 'changed-meanwhile', words)
}
