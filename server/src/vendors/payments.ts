import { z } from 'zod'
import { SUBSCRIPTION_STATUSES } from '#contract/subscription-status.ts'
import { messageOf } from '../infra/error-facts.ts'

/**
 * The parts of Stripe's answers that we use, parsed on arrival and renamed in our words, and our requests to it. Stripe
 * holds the truth about payments; everything stored here is a copy (docs/boundaries/billing.md).
 */

/** The keys that we write into Stripe's `metadata`. */
export const USER_KEY = 'voxhall_user'
export const PRICE_KEY = 'voxhall_price'
export const VISIT_KEY = 'voxhall_visit'

/** Where Stripe reports to us. */
export const WEBHOOK_PATH = '/api/webhooks/stripe'

const MAX_NAME_CHARS = 100

const moment = z.number().transform((seconds) => new Date(seconds * 1_000))
const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((given) => given ?? {})
/** Stripe gives an id or, if the request expands the field, the whole object. */
const idOf = z.union([z.string(), z.looseObject({ id: z.string() }).transform(({ id }) => id)])

const priceSchema = z
  .object({
    id: z.string(),
    lookup_key: z.string().nullish(),
    unit_amount: z.number().nullish(),
    unit_amount_decimal: z.coerce.number().catch(0),
    nickname: z.string().nullish(),
    metadata,
    recurring: z
      .object({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: z.number().positive() })
      .nullish(),
  })
  .transform((price) => ({
    id: price.id,
    /** Matches an id in contract/src/plans.ts if it is one of our prices. */
    lookupKey: price.lookup_key ?? null,
    /** In the smallest unit of the currency, for one interval. */
    unitAmountCents: price.unit_amount ?? price.unit_amount_decimal,
    interval: price.recurring?.interval ?? 'month',
    intervalCount: price.recurring?.interval_count ?? 1,
    // Shown as a plan's name and stored in an index, which limits its length.
    nickname: price.nickname?.slice(0, MAX_NAME_CHARS) ?? null,
    metadata: price.metadata,
  }))
export type ProviderPrice = z.output<typeof priceSchema>
export type BillingInterval = ProviderPrice['interval']

const itemSchema = z
  .object({
    price: priceSchema,
    quantity: z.number().nullish(),
    current_period_start: moment,
    current_period_end: moment,
  })
  .transform((item) => ({
    price: item.price,
    quantity: item.quantity ?? 1,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
  }))
export type ProviderItem = z.output<typeof itemSchema>

export const subscriptionSchema = z
  .object({
    id: z.string(),
    customer: idOf,
    // An unknown status allows no calls, and the subscription is not over.
    status: z.enum(SUBSCRIPTION_STATUSES).catch('unknown'),
    items: z.object({ data: z.array(itemSchema) }),
    cancel_at_period_end: z.boolean(),
    cancel_at: moment.nullish(),
    ended_at: moment.nullish(),
    start_date: moment,
    created: moment,
    default_payment_method: idOf.nullish(),
  })
  .transform((given) => ({
    id: given.id,
    customerId: given.customer,
    status: given.status,
    items: given.items.data,
    cancelAtPeriodEnd: given.cancel_at_period_end,
    /** When the subscription is set to end, whether by the customer, the team or the provider. */
    cancelAt: given.cancel_at ?? null,
    /** When the subscription ended. */
    endedAt: given.ended_at ?? null,
    startedAt: given.start_date,
    createdAt: given.created,
    paymentMethodId: given.default_payment_method ?? null,
  }))
export type ProviderSubscription = z.output<typeof subscriptionSchema>

/** Undefined for a deleted customer. */
export const customerSchema = z
  .union([
    z.object({ deleted: z.literal(true) }),
    z.object({
      id: z.string(),
      email: z.string().nullish(),
      metadata,
      invoice_settings: z.object({ default_payment_method: idOf.nullish() }).nullish(),
    }),
  ])
  .transform((given) =>
    'deleted' in given
      ? undefined
      : {
          id: given.id,
          email: given.email?.trim().toLowerCase() || null,
          /** The account that the customer was created for; only we write it. */
          userId: given.metadata[USER_KEY] ?? null,
          paymentMethodId: given.invoice_settings?.default_payment_method ?? null,
        },
  )
export type ProviderCustomer = NonNullable<z.output<typeof customerSchema>>

export interface ListedSubscription {
  customer: ProviderCustomer | null
  subscription: ProviderSubscription
}

/** Reads a subscription that was fetched with its customer expanded. */
export function toListed(given: { customer: unknown }): ListedSubscription {
  return {
    subscription: subscriptionSchema.parse(given),
    customer: typeof given.customer === 'string' ? null : (customerSchema.parse(given.customer) ?? null),
  }
}

/**
 * A customer with all of its subscriptions, including ended ones, as read at one moment. The customer is null if it was
 * deleted or never existed.
 */
export function toSnapshot(listed: readonly ListedSubscription[]) {
  return {
    customer: listed.find(({ customer }) => customer !== null)?.customer ?? null,
    subscriptions: listed.map(({ subscription }) => subscription),
  }
}
export type CustomerSnapshot = ReturnType<typeof toSnapshot>

export const sessionSchema = z
  .object({
    id: z.string(),
    status: z.enum(['open', 'complete', 'expired']),
    url: z.string().nullish(),
    metadata,
    customer: idOf.nullish(),
    subscription: idOf.nullish(),
    client_reference_id: z.string().nullish(),
    customer_details: z.object({ email: z.string().nullish() }).nullish(),
    customer_email: z.string().nullish(),
    created: moment,
    expires_at: moment,
  })
  .transform((given) => ({
    id: given.id,
    status: given.status,
    /** Set only while the session is open. */
    url: given.url ?? null,
    /** An id in contract/src/plans.ts; null for a session that was not created here. */
    priceId: given.metadata[PRICE_KEY] ?? null,
    customerId: given.customer ?? null,
    /** Set once the checkout is completed. */
    subscriptionId: given.subscription ?? null,
    clientReferenceId: given.client_reference_id ?? null,
    /**
     * A hash of the browser visit that started the checkout; the browser proves with it that the session is its own.
     */
    visitHash: given.metadata[VISIT_KEY] ?? null,
    email: (given.customer_details?.email ?? given.customer_email)?.trim().toLowerCase() ?? null,
    createdAt: given.created,
    expiresAt: given.expires_at,
  }))
export type CheckoutSession = z.output<typeof sessionSchema>

export const invoiceSchema = z
  .object({
    id: z.string(),
    number: z.string().nullish(),
    created: moment,
    status: z.string().nullish(),
    total: z.number(),
    amount_paid: z.number(),
    currency: z.string(),
    hosted_invoice_url: z.string().nullish(),
    parent: z.object({ subscription_details: z.object({ subscription: idOf.nullish() }).nullish() }).nullish(),
    lines: z.object({ data: z.array(z.object({ period: z.object({ start: moment, end: moment }) })) }).nullish(),
  })
  .transform((given) => ({
    id: given.id,
    number: given.number ?? null,
    createdAt: given.created,
    status: given.status ?? 'draft',
    totalCents: given.total,
    paidCents: given.amount_paid,
    currency: given.currency,
    /** The invoice's page at the provider. */
    url: given.hosted_invoice_url ?? null,
    subscriptionId: given.parent?.subscription_details?.subscription ?? null,
    // The latest period among the lines: after a change of plan, other lines refund the rest of the old plan.
    period: (given.lines?.data ?? [])
      .map(({ period }) => period)
      .reduce<{ start: Date; end: Date } | null>((last, next) => (last && last.end >= next.end ? last : next), null),
  }))
export type ProviderInvoice = z.output<typeof invoiceSchema>

/** An event whose object is a customer or refers to one. */
export const eventSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.object({
      object: z.looseObject({ object: z.string(), id: z.string().optional(), customer: idOf.nullish().catch(null) }),
    }),
  })
  .transform(({ id, type, data: { object } }) => {
    const customerId = object.object === 'customer' ? object.id : object.customer
    // Null for an event without a customer.
    return { id, type, customerId: customerId ?? null }
  })
export type ProviderEvent = z.output<typeof eventSchema>

export interface NewCheckout {
  /** The provider's price id. */
  providerPriceId: string
  /** Our own price id. */
  priceId: string
  customerId?: string | undefined
  userId?: string | undefined
  visitHash?: string | undefined
  successUrl: string
  cancelUrl: string
  /** Two requests with the same key return the same session. */
  idempotencyKey?: string | undefined
}

export interface NewSubscription {
  customerId: string
  items: readonly { providerPriceId: string; quantity: number }[]
  paymentMethodId: string
  idempotencyKey: string
}

export interface PriceToSell {
  /** Our own id, which is also the lookup key at Stripe. */
  id: string
  planId: string
  planName: string
  cents: number
  minutes: number
  interval: 'month' | 'year'
}

export type PaymentsErrorKind =
  | 'missing' // the object does not exist
  | 'declined' // the payment was refused
  | 'refused' // the provider does not accept the request
  | 'bad-signature'
  | 'unavailable' // the provider is down, is slow, or does not know our key

/**
 * An error of the payment provider. `kind` is all that callers need; the provider's own words are in `cause`, for the
 * log.
 */
export class PaymentsError extends Error {
  readonly kind: PaymentsErrorKind

  constructor(kind: PaymentsErrorKind, cause: unknown) {
    super(`payments: ${kind}: ${messageOf(cause)}`, { cause })
    this.name = 'PaymentsError'
    this.kind = kind
  }
}

export function isPaymentsError(error: unknown, kind: PaymentsErrorKind): boolean {
  return error instanceof PaymentsError && error.kind === kind
}
