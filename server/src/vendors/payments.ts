import type { SubscriptionStatus } from '#contract/subscription-status.ts'

/**
 * What we ask of the payment provider and what it answers, in our words. The truth about money lies there; everything
 * that is kept here is a copy (docs/boundaries/billing.md).
 */

export type BillingInterval = 'day' | 'week' | 'month' | 'year'

export interface ProviderPrice {
  id: string
  /** One of contract/src/plans.ts, where it is a price of ours. */
  lookupKey: string | null
  /** In the smallest unit of its currency, for one interval. */
  unitAmountCents: number
  interval: BillingInterval
  intervalCount: number
  nickname: string | null
  metadata: Readonly<Record<string, string>>
}

export interface ProviderItem {
  price: ProviderPrice
  quantity: number
  periodStart: Date
  periodEnd: Date
}

export interface ProviderSubscription {
  id: string
  customerId: string
  status: SubscriptionStatus
  items: readonly ProviderItem[]
  cancelAtPeriodEnd: boolean
  /** When it is set to end, by the customer, the team or the provider. */
  cancelAt: Date | null
  /** When it was over. */
  endedAt: Date | null
  startedAt: Date
  createdAt: Date
  paymentMethodId: string | null
}

export interface ProviderCustomer {
  id: string
  email: string | null
  /** The account that it was made for; written by us alone. */
  userId: string | null
  paymentMethodId: string | null
}

/** A customer with every subscription it ever had, as read at one moment. Null: deleted, or never there. */
export interface CustomerSnapshot {
  customer: ProviderCustomer | null
  subscriptions: readonly ProviderSubscription[]
}

export interface ListedSubscription {
  customer: ProviderCustomer | null
  subscription: ProviderSubscription
}

export interface ProviderEvent {
  id: string
  type: string
  /** Null where it concerns no customer. */
  customerId: string | null
}

export interface CheckoutSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  /** While it is open. */
  url: string | null
  /** Of contract/src/plans.ts; null for sessions that others made. */
  priceId: string | null
  customerId: string | null
  /** Of a checkout that was completed. */
  subscriptionId: string | null
  clientReferenceId: string | null
  /** What the browser that asked for it can prove it by: a hash of its visit. */
  visitHash: string | null
  email: string | null
  createdAt: Date
  expiresAt: Date
}

export interface NewCheckout {
  /** The provider's id of the price. */
  providerPriceId: string
  /** Ours. */
  priceId: string
  customerId?: string | undefined
  userId?: string | undefined
  visitHash?: string | undefined
  successUrl: string
  cancelUrl: string
  /** Of two calls with the same key, both get the same session. */
  idempotencyKey?: string | undefined
}

export interface NewSubscription {
  customerId: string
  items: readonly { providerPriceId: string; quantity: number }[]
  paymentMethodId: string
  idempotencyKey: string
}

export interface ProviderInvoice {
  id: string
  number: string | null
  createdAt: Date
  status: string
  totalCents: number
  paidCents: number
  currency: string
  /** Its page at the provider. */
  url: string | null
  subscriptionId: string | null
  /** What its newest line pays for. */
  period: { start: Date; end: Date } | null
}

export interface PriceToSell {
  /** Ours, and the lookup key. */
  id: string
  planId: string
  planName: string
  cents: number
  minutes: number
  interval: 'month' | 'year'
}

/** Reading the truth: all that the sync needs. */
export interface PaymentsReader {
  readCustomer(customerId: string): Promise<CustomerSnapshot>
  /** Every subscription there is, ended ones too, in pages behind the scenes. */
  listSubscriptions(): AsyncIterable<ListedSubscription>
  /** The checkout's reference to its payer: an account's id, or a visitor's own text. */
  readPayerReference(subscriptionId: string): Promise<string | null>
}

export interface Payments extends PaymentsReader {
  readSubscription(subscriptionId: string): Promise<ProviderSubscription>
  /** Undefined for one that was deleted. */
  findCustomer(customerId: string): Promise<ProviderCustomer | undefined>
  /** Newest first; each payment without an account makes a new customer. */
  findCustomersByEmail(email: string): Promise<ProviderCustomer[]>
  createCustomer(person: { email: string; userId: string }, idempotencyKey: string): Promise<ProviderCustomer>
  /** Any card or the like that the customer left for later payments. */
  findPaymentMethod(customerId: string): Promise<string | undefined>

  createCheckout(checkout: NewCheckout): Promise<CheckoutSession>
  readCheckout(sessionId: string): Promise<CheckoutSession>
  /** Newest first, in any status. */
  listCheckouts(customerId: string): Promise<CheckoutSession[]>
  /** One that was paid meanwhile stays paid. */
  expireCheckout(sessionId: string): Promise<void>
  /** The page where a customer sees and changes what they have; with `change`, at that subscription. */
  openPortal(customerId: string, returnUrl: string, change?: { subscriptionId: string }): Promise<{ url: string }>
  listInvoices(customerId: string): Promise<ProviderInvoice[]>

  /** At the end of what is paid. */
  cancelLater(subscriptionId: string): Promise<void>
  cancelNow(subscriptionId: string): Promise<void>
  /** Takes back an end that is set, however it was set. */
  keep(subscription: Pick<ProviderSubscription, 'id' | 'cancelAtPeriodEnd'>): Promise<void>
  /** @throws {PaymentsError} `declined` when the payment does not go through; there is no subscription then. */
  subscribe(subscription: NewSubscription): Promise<ProviderSubscription>

  /** The provider's ids of these prices by ours, made where they lack. */
  ensurePrices(prices: readonly PriceToSell[]): Promise<ReadonlyMap<string, string>>
  /** @throws {PaymentsError} `bad-signature` */
  readEvent(body: Uint8Array, signature: string): ProviderEvent
}

export type PaymentsErrorKind =
  | 'missing' // no such object
  | 'declined' // the payment was refused
  | 'refused' // it does not take this request
  | 'bad-signature'
  | 'unavailable' // down, slow, or does not know our key

/** What the provider answered, without its words: those are for the log, in `cause`. */
export class PaymentsError extends Error {
  readonly kind: PaymentsErrorKind

  constructor(kind: PaymentsErrorKind, cause: unknown) {
    super(`payments: ${kind}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'PaymentsError'
    this.kind = kind
  }
}

export function isPaymentsError(error: unknown, kind: PaymentsErrorKind): boolean {
  return error instanceof PaymentsError && error.kind === kind
}
