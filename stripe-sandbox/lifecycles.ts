import type { CardDetails, Item, List, Metadata, Named, Period, Price } from './objects.ts'

// Objects with several states. Each lifecycle is drawn above the type of its status.

/**
 *     open ──card accepted──────────────────▶ complete   (its subscription begins here)
 *     open ──card asks──▶ open with a challenge ──confirmed──▶ complete
 *     open ──after a day, or told to──▶ expired
 *
 * A declined card and a refused challenge leave the session open.
 */
type SessionStatus = 'open' | 'complete' | 'expired'

export interface Session extends Named<'checkout.session'> {
  amount_total: number
  cancel_url: string | null
  client_reference_id: string | null
  currency: string
  customer: string | null
  customer_details: { email: string | null; name: string | null } | null
  expires_at: number
  invoice: string | null
  metadata: Metadata
  payment_link: string | null
  status: SessionStatus
  subscription: string | null
  success_url: string | null
  url: string | null
}

export interface HiddenSession {
  /** When an open session expires; null otherwise. */
  dueAt: number | null
  lineItems: Item[]
  subscriptionMetadata: Metadata
  /** From a payment link's address; the payer may change it. */
  prefilledEmail: string | null
  /** A payment that waits for the cardholder's confirmation, with its one-time code. */
  challenge: { code: string; card: CardDetails; email: string } | null
}

/**
 *     incomplete ──first invoice paid──▶ active ──payment fails──▶ past_due ──3 retries fail──▶ canceled | unpaid
 *         │                               ▲  ▲                       │                           (a setting)  │
 *         └─23 h─▶ incomplete_expired     │  └─────────newest invoice paid───────────────────────────────────┘
 *     trialing ──its end, charged─────────┘
 *         └─its end, no card and told to pause──▶ paused
 *
 * From every state except the final ones, `canceled` and `incomplete_expired`, an end that was set or a cancellation
 * leads to `canceled`. Until then, `cancel_at` says when the subscription will end, and null takes that back.
 */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

export interface Subscription extends Named<'subscription'> {
  billing_cycle_anchor: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  currency: string
  customer: string
  default_payment_method: string | null
  ended_at: number | null
  items: List<SubscriptionItem>
  latest_invoice: string | null
  metadata: Metadata
  start_date: number
  status: SubscriptionStatus
  test_clock: string | null
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' | 'pause' } }
}

export interface SubscriptionItem extends Named<'subscription_item'>, Item {
  current_period_end: number
  current_period_start: number
}

export interface HiddenSubscription {
  /** When the subscription's next step is due, in seconds on its own clock; null if there is none. */
  dueAt: number | null
  /** The failed invoice that is being retried, and when. */
  retry: { invoice: string; attemptsLeft: number; at: number } | null
  /** When the subscription ends if its first invoice stays unpaid. */
  incompleteUntil: number | null
  /** The price from the next period on. */
  scheduledPrice?: Price | null
}

/**
 *     open ──charged, or paid on its page──▶ paid
 *     open ──its subscription never began──▶ void
 *
 * A failed charge leaves it open. Stripe's drafts and uncollectible invoices do not occur.
 */
export type InvoiceStatus = 'open' | 'paid' | 'void'

export interface Invoice extends Named<'invoice'> {
  amount_paid: number
  attempt_count: number
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  currency: string
  customer: string
  customer_email: string | null
  hosted_invoice_url: string
  lines: List<InvoiceLine>
  number: string
  parent: { type: 'subscription_details'; subscription_details: { subscription: string; metadata: Metadata } }
  status: InvoiceStatus
  test_clock: string | null
  total: number
}

export interface InvoiceLine {
  id: string
  amount: number
  description: string
  period: Period
}
