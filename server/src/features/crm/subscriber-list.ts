import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { SubscriberFilters, SubscriberRow } from '#contract/crm.ts'
import type { SubscriberSort } from '#contract/crm-lists.ts'
import type { Database } from '../../infra/db/client.ts'
import { containing } from '../../infra/db/like-pattern.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { readPage, type Page, type SortKey } from './keyset.ts'
import { narrow } from './narrow.ts'

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

export interface ListWindow {
  cursor?: string | undefined
  limit: number
}

export async function listSubscribers(
  db: Database,
  filters: SubscriberFilters,
  { cursor, limit }: ListWindow,
): Promise<Page<SubscriberRow> & { matches: number | null }> {
  const { matches, where } = await narrow(db, subscribers, matching(filters))
  const request = { sort: SORT_KEYS[filters.sort], id: subscribers.id, order: filters.order, cursor, limit }
  const page = await readPage(request, ({ key, beyond, orderBy, limit: rows }) =>
    db
      .select({
        id: subscribers.id,
        email: subscribers.email,
        status: subscribers.subscriptionStatus,
        tier: subscribers.subscriptionTier,
        revenueCents: subscribers.monthlyRevenueCents,
        usageMs: subscribers.currentUsageMs,
        limitMinutes: subscribers.monthlyLimitMinutes,
        exceeded: subscribers.limitExceeded,
        start: subscribers.subscriptionStart,
        subscriptionId: subscribers.stripeSubscriptionId,
        createdAt: subscribers.createdAt,
        sortKey: key,
      })
      .from(subscribers)
      .where(
        // The sub-query finds the ids with an index-only scan; only those rows are then read.
        inArray(
          subscribers.id,
          db
            .select({ id: subscribers.id })
            .from(subscribers)
            .where(and(where, beyond))
            .orderBy(...orderBy)
            .limit(rows),
        ),
      )
      .orderBy(...orderBy),
  )
  return {
    ...page,
    matches,
    rows: page.rows.map((row) => ({
      id: row.id,
      email: row.email,
      subscription_status: row.status,
      subscription_tier: row.tier,
      monthly_revenue: row.revenueCents / 100,
      current_usage_minutes: Math.round(row.usageMs / (MS_PER_MINUTE / 10)) / 10,
      monthly_limit_minutes: row.limitMinutes,
      limit_exceeded: row.exceeded,
      subscription_start: row.start.toISOString(),
      stripe_subscription_id: row.subscriptionId,
      created_at: row.createdAt.toISOString(),
    })),
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
