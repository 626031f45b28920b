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
  type ExtraConfigColumn,
} from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import { users } from './auth.ts'
import { belongsTo, moment } from './columns.ts'

/** Columns by which the team filters and searches. */
function filteredBy(table: Record<'subscriptionStatus' | 'subscriptionTier' | 'email', ExtraConfigColumn>) {
  return [table.subscriptionStatus, table.subscriptionTier, table.email] as const
}

/**
 * One row for each subscription that the payment provider knows. Only the sync writes what the provider says. It never
 * overwrites what only we know: the minutes used come from our ledger, and the notices sent are written by the mails.
 */
export const subscribers = pgTable(
  'subscribers',
  {
    id: text('id').primaryKey(),
    /** The address of the provider's customer, in lower case. */
    email: text('email').notNull(),
    /** Null for a purchase without an account until its claim link is used, and after the account is deleted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** The status as people see it: a subscription that is set to end counts as canceled at once (decision 8). */
    subscriptionStatus: text('subscription_status').$type<SubscriptionStatus>().notNull(),
    /** The provider's status, which decides whether calls are admitted. */
    providerStatus: text('provider_status').$type<SubscriptionStatus>().notNull(),
    subscriptionTier: text('subscription_tier').notNull(),
    /** An id of contract/src/plans.ts; null for a price that is not one of ours. */
    priceId: text('price_id'),
    /** Revenue per month; an annual price is divided by twelve. */
    monthlyRevenueCents: integer('monthly_revenue_cents').notNull(),
    /** The plan's minutes for the current period; 0 if it has none. */
    monthlyLimitMinutes: integer('monthly_limit_minutes').notNull(),
    /** Sum of the ledger for the current period, stored here so that lists need no sum. */
    currentUsageMs: bigint('current_usage_ms', { mode: 'number' }).notNull().default(0),
    limitExceeded: boolean('limit_exceeded').notNull().default(false),
    subscriptionStart: moment('subscription_start').notNull(),
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    /**
     * If the plan was changed in the middle of a period, the start of the earlier period whose minutes still count. Null
     * if only the minutes of the current period count.
     */
    countedSince: moment('counted_since'),
    /** When the subscription ends or ended; null while it renews. */
    endsAt: moment('ends_at'),
    /** The period for which the person was last told that minutes run low, and that they are used up. */
    toldApproachingFor: moment('told_approaching_for'),
    toldExceededFor: moment('told_exceeded_for'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One index for each order of the team's table, read in either direction. After the sort key and the id come the
    // columns that the table is filtered and searched by, so that an index-only scan finds every page. The columns carry
    // no `desc()`: such an index places nulls differently from `order by … desc` and would serve neither direction.
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
 * How much of a subscription's period each call takes: a reservation while the call runs, and the time used once it is
 * over. Each call has one row for a period, so that nothing is counted twice.
 */
export const usageLedger = pgTable(
  'usage_ledger',
  {
    callId: text('call_id').notNull(),
    subscriberId: belongsTo('subscriber_id', () => subscribers.id),
    /** The start of the period that pays, as it was when the call began. */
    periodStart: moment('period_start').notNull(),
    /** How much of the period the running call has reserved, counted from the call's start. */
    reservedMs: bigint('reserved_ms', { mode: 'number' }).notNull(),
    /** How much the running call had used when it last reported. */
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

/** Events of the payment provider. An event counts as processed once the sync that it asks for has succeeded. */
export const billingEvents = pgTable(
  'billing_events',
  {
    /** The provider's id of the event, so that a repeated event makes one row. */
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** The customer to sync; null for events that concern no customer. */
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
