import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import { users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** What the team filters by, and searches. */
function filteredBy(table: Record<'subscriptionStatus' | 'subscriptionTier' | 'email', ExtraConfigColumn>) {
  return [table.subscriptionStatus, table.subscriptionTier, table.email] as const
}

/**
 * One row for each subscription that the payment provider knows. What comes from there is written by the sync alone,
 * what is ours (usage, who was told) by the usage ledger alone, so that a sync never loses it.
 */
export const subscribers = pgTable(
  'subscribers',
  {
    id: text('id').primaryKey(),
    /** Lower-case. The customer's at the provider. */
    email: text('email').notNull(),
    /** Null for a purchase without an account, until its link is used there; a deleted account leaves the row. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** As shown: one that is set to end is canceled at once (decision 8). */
    subscriptionStatus: text('subscription_status').$type<SubscriptionStatus>().notNull(),
    /** As the provider has it: what decides whether calls are let in. */
    providerStatus: text('provider_status').$type<SubscriptionStatus>().notNull(),
    subscriptionTier: text('subscription_tier').notNull(),
    /** Of contract/src/plans.ts; null for a price that is not one of ours. */
    priceId: text('price_id'),
    /** What it brings in a month, an annual price divided by twelve. */
    monthlyRevenueCents: integer('monthly_revenue_cents').notNull(),
    /** For the current period; 0 for none. */
    monthlyLimitMinutes: integer('monthly_limit_minutes').notNull(),
    /** Sum of the ledger for the current period, kept here for lists. */
    currentUsageMs: bigint('current_usage_ms', { mode: 'number' }).notNull().default(0),
    limitExceeded: boolean('limit_exceeded').notNull().default(false),
    subscriptionStart: moment('subscription_start').notNull(),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    /**
     * Where the plan was changed in the middle of a period: the start of the earlier period whose minutes still count.
     * Null: those of the current period alone.
     */
    countedSince: moment('counted_since'),
    /** When it ends or has ended; null while it goes on. */
    endsAt: moment('ends_at'),
    /** For which period the person was told that minutes run low or are used up. */
    toldApproachingFor: moment('told_approaching_for'),
    toldExceededFor: moment('told_exceeded_for'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One for each order of the team's table, read in either direction. Behind the order and the id stands all that the
    // table is filtered and searched by, so that a page is found in the index alone, whatever is asked. Plain, since one of
    // `desc()` columns puts nulls elsewhere than `order by … desc` does and so would serve neither.
    index('subscribers_created_at').on(table.createdAt, table.id, ...filteredBy(table)),
    index('subscribers_email').on(table.email, table.id, table.subscriptionStatus, table.subscriptionTier),
    index('subscribers_status').on(table.subscriptionStatus, table.id, table.subscriptionTier, table.email),
    index('subscribers_tier').on(table.subscriptionTier, table.id, table.subscriptionStatus, table.email),
    index('subscribers_revenue').on(table.monthlyRevenueCents, table.id, ...filteredBy(table)),
    index('subscribers_usage').on(table.currentUsageMs, table.id, ...filteredBy(table)),
    index('subscribers_start').on(table.subscriptionStart, table.id, ...filteredBy(table)),
    index('subscribers_user_id').on(table.userId),
    index('subscribers_customer').on(table.stripeCustomerId),
  ],
)

/**
 * What each call took of which subscription's period: a reservation while the call runs, what was used once it is over.
 * One row a call, so that nothing is counted twice.
 */
export const usageLedger = pgTable(
  'usage_ledger',
  {
    callId: text('call_id').notNull(),
    subscriberId: text('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    /** The period that pays: since when minutes were counted for the subscription as the call began. */
    periodStart: moment('period_start').notNull(),
    /** While the call runs: until here its minutes are taken. */
    reservedMs: bigint('reserved_ms', { mode: 'number' }).notNull(),
    /** While the call runs: what it has used so far, as last heard of. */
    ranMs: bigint('ran_ms', { mode: 'number' }).notNull().default(0),
    /** Null while the call runs. */
    usedMs: bigint('used_ms', { mode: 'number' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.callId] }),
    index('usage_ledger_period').on(table.subscriberId, table.periodStart),
    index('usage_ledger_open')
      .on(table.createdAt)
      .where(sql`used_ms is null`),
    check('usage_ledger_settled', sql`(used_ms is null) = (settled_at is null)`),
  ],
)

/** Events of the payment provider: each is kept until the sync that it asks for has been done. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The provider's, so that a repeated event is one row. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Whom to sync; null for events that concern no customer. */
    customerId: text('customer_id'),
    receivedAt: moment('received_at').notNull().defaultNow(),
    processedAt: moment('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [
    index('billing_events_open')
      .on(table.customerId, table.receivedAt)
      .where(sql`processed_at is null`),
  ],
)
