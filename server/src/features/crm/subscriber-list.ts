import { and, eq, type SQL } from 'drizzle-orm'
import type { SubscriberFilters, SubscriberRow } from '#contract/crm.ts'
import type { SubscriberSort } from '#contract/crm-lists.ts'
import type { Database } from '../../infra/db/client.ts'
import { containing } from '../../infra/db/like-pattern.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { readPage, type Page, type PagePlace, type SortKey } from './keyset.ts'

const MS_PER_MINUTE = 60_000

const SORT_KEYS: Readonly<Record<SubscriberSort, SortKey>> = {
  created: { expression: subscribers.createdAt, type: 'timestamptz' },
  email: { expression: subscribers.email, type: 'text' },
  status: { expression: subscribers.subscriptionStatus, type: 'text' },
  tier: { expression: subscribers.subscriptionTier, type: 'text' },
  revenue: { expression: subscribers.monthlyRevenueCents, type: 'bigint' },
  usage: { expression: subscribers.currentUsageMs, type: 'bigint' },
  start: { expression: subscribers.subscriptionStart, type: 'timestamptz' },
}

export async function listSubscribers(
  db: Database,
  filters: SubscriberFilters,
  place: PagePlace,
): Promise<Page<SubscriberRow>> {
  const { sort, order } = filters
  const request = { table: subscribers, filter: matching(filters), sort: SORT_KEYS[sort], order, ...place }
  const page = await readPage(db, request)
  return { ...page, rows: page.rows.map(toSubscriberRow) }
}

function toSubscriberRow(row: typeof subscribers.$inferSelect): SubscriberRow {
  return {
    id: row.id,
    email: row.email,
    subscription_status: row.subscriptionStatus,
    subscription_tier: row.subscriptionTier,
    monthly_revenue: row.monthlyRevenueCents / 100,
    current_usage_minutes: Math.round(row.currentUsageMs / (MS_PER_MINUTE / 10)) / 10,
    monthly_limit_minutes: row.monthlyLimitMinutes,
    limit_exceeded: row.limitExceeded,
    subscription_start: row.subscriptionStart.toISOString(),
    stripe_subscription_id: row.stripeSubscriptionId,
    created_at: row.createdAt.toISOString(),
  }
}

function matching({ status, tier, q }: SubscriberFilters): SQL | undefined {
  return and(
    status && eq(subscribers.subscriptionStatus, status),
    tier && eq(subscribers.subscriptionTier, tier),
    // Addresses are stored in lower case. `like` instead of `ilike`, so that the index is used.
    q ? containing(subscribers.email, q.toLowerCase()) : undefined,
  )
}
