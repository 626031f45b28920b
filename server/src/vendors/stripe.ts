import Stripe from 'stripe'
import { z } from 'zod'
import {
  customerSchema,
  eventSchema,
  invoiceSchema,
  isPaymentsError,
  PaymentsError,
  PRICE_KEY,
  sessionSchema,
  subscriptionSchema,
  toListed,
  toSnapshot,
  USER_KEY,
  VISIT_KEY,
  type CheckoutSession,
  type CustomerSnapshot,
  type ListedSubscription,
  type NewCheckout,
  type NewSubscription,
  type PaymentsErrorKind,
  type PriceToSell,
  type ProviderCustomer,
  type ProviderEvent,
  type ProviderInvoice,
  type ProviderSubscription,
} from './payments.ts'
import { ensurePortal, ensureStripePrices } from './stripe-setup.ts'

/** A user waits for some of these requests: with one retry, for about 17 seconds at most. */
const TIMEOUT_MS = 8_000
const RETRIES = 1
const PAGE = 100
const INVOICES = 24
const CUSTOMERS = 20
/** The same tolerance that Stripe's SDK has for a signature's age. */
const SIGNATURE_TOLERANCE_MS = 300_000

export interface StripeAddress {
  secretKey: string
  /** Replaces Stripe's own address. */
  apiBase?: string | undefined
  /** Replaces the network, to reach a sandbox in this process. */
  fetch?: typeof fetch | undefined
}

interface StripeOptions extends StripeAddress {
  /** For verifying webhooks; if undefined, all of them are refused. */
  webhookSecret: string | undefined
  /** The clock of the server that signs webhooks: a sandbox's clock may run ahead. */
  nowMs?: (() => number) | undefined
}

export function createStripeClient({ secretKey, apiBase, fetch }: StripeAddress): Stripe {
  return new Stripe(secretKey, {
    ...addressOf(apiBase),
    ...(fetch ? { httpClient: Stripe.createFetchHttpClient(fetch) } : {}),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
}

export type Payments = ReturnType<typeof createStripe>

/** Access to Stripe, or to a server with Stripe's API, through Stripe's own SDK. */
export function createStripe({ webhookSecret, nowMs = Date.now, ...address }: StripeOptions) {
  const stripe = createStripeClient(address)
  let portal: Promise<string> | undefined

  return {
    readCustomer: (customer: string): Promise<CustomerSnapshot> =>
      unless('missing', { customer: null, subscriptions: [] }, async () => {
        const page = { customer, status: 'all', limit: PAGE, expand: ['data.customer'] }
        const listed = []
        for await (const subscription of stripe.subscriptions.list(page)) listed.push(toListed(subscription))
        return toSnapshot(listed)
      }),

    /** All subscriptions, including ended ones; fetches page by page. */
    async *listSubscriptions(): AsyncGenerator<ListedSubscription> {
      const all = stripe.subscriptions.list({ status: 'all', limit: PAGE, expand: ['data.customer'] })
      const pages = all[Symbol.asyncIterator]()
      for (;;) {
        const next = await calling(() => pages.next())
        if (next.done) return
        yield toListed(next.value)
      }
    },

    /**
     * The `client_reference_id` of the checkout: an account's id, or any text that a visitor put into a payment link.
     */
    readPayerReference: (subscription: string): Promise<string | null> =>
      calling(async () => {
        const { data } = await stripe.checkout.sessions.list({ subscription, limit: 1 })
        return data[0]?.client_reference_id ?? null
      }),

    readSubscription: (id: string): Promise<ProviderSubscription> =>
      calling(async () => subscriptionSchema.parse(await stripe.subscriptions.retrieve(id))),

    /** Undefined for a deleted customer. */
    findCustomer: (id: string): Promise<ProviderCustomer | undefined> =>
      unless('missing', undefined, async () => customerSchema.parse(await stripe.customers.retrieve(id))),

    /** Newest first. There can be several: each payment without an account creates a new customer. */
    findCustomersByEmail: (email: string): Promise<ProviderCustomer[]> =>
      calling(async () => {
        const { data } = await stripe.customers.list({ email, limit: CUSTOMERS })
        return data.flatMap((customer) => customerSchema.parse(customer) ?? [])
      }),

    createCustomer: (
      { email, userId }: { email: string; userId: string },
      idempotencyKey: string,
    ): Promise<ProviderCustomer> =>
      calling(async () => {
        const made = await stripe.customers.create({ email, metadata: { [USER_KEY]: userId } }, { idempotencyKey })
        return customerSchema.parse(made) ?? refuse(`customer ${made.id} was deleted as it was made`)
      }),

    /** The id of any payment method that the customer saved. */
    findPaymentMethod: (customer: string): Promise<string | undefined> =>
      calling(async () => (await stripe.paymentMethods.list({ customer, limit: 1 })).data[0]?.id),

    createCheckout: (wish: NewCheckout): Promise<CheckoutSession> =>
      calling(async () => {
        const { priceId, customerId, userId, visitHash, idempotencyKey } = wish
        const metadata = { [PRICE_KEY]: priceId, ...(userId ? { [USER_KEY]: userId } : {}) }
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: wish.providerPriceId, quantity: 1 }],
            success_url: wish.successUrl,
            cancel_url: wish.cancelUrl,
            metadata: { ...metadata, ...(visitHash ? { [VISIT_KEY]: visitHash } : {}) },
            // A session's metadata is not copied to its subscription, so it is given for both.
            subscription_data: { metadata },
            ...(customerId ? { customer: customerId } : {}),
            ...(userId ? { client_reference_id: userId } : {}),
          },
          idempotencyKey ? { idempotencyKey } : {},
        )
        return sessionSchema.parse(session)
      }),

    readCheckout: (id: string): Promise<CheckoutSession> =>
      calling(async () => sessionSchema.parse(await stripe.checkout.sessions.retrieve(id))),

    /** Newest first, with any status. */
    listCheckouts: (customer: string): Promise<CheckoutSession[]> =>
      calling(async () => {
        const { data } = await stripe.checkout.sessions.list({ customer, limit: PAGE })
        return data.map((session) => sessionSchema.parse(session))
      }),

    /** Has no effect on a session that was paid in the meantime. */
    async expireCheckout(id: string): Promise<void> {
      await unless('refused', undefined, () => stripe.checkout.sessions.expire(id))
    },

    /**
     * Opens the provider's page where customers manage their subscription; with `change`, directly at the change of
     * that one.
     */
    openPortal: async (
      customer: string,
      returnUrl: string,
      change?: { subscriptionId: string },
    ): Promise<{ url: string }> => {
      portal ??= calling(() => ensurePortal(stripe))
      // If it fails, the next call tries again.
      portal.catch(() => (portal = undefined))
      const common = { customer, return_url: returnUrl, configuration: await portal }
      if (change) {
        const flow = { type: 'subscription_update', subscription_update: { subscription: change.subscriptionId } }
        const create = () => stripe.billingPortal.sessions.create({ ...common, flow_data: flow })
        // A subscription that can't be changed now can still be viewed.
        const opened = await unless('refused', undefined, create)
        if (opened) return opened
      }
      return calling(() => stripe.billingPortal.sessions.create(common))
    },

    /** Newest first. A deleted customer has none. */
    listInvoices: (customer: string): Promise<ProviderInvoice[]> =>
      unless('missing', [], async () => {
        const { data } = await stripe.invoices.list({ customer, limit: INVOICES })
        return data.map((invoice) => invoiceSchema.parse(invoice))
      }),

    /** Cancels at the end of the paid period. */
    async cancelLater(id: string): Promise<void> {
      await calling(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    },

    async cancelNow(id: string): Promise<void> {
      await calling(() => stripe.subscriptions.cancel(id))
    },

    /** Undoes a planned cancellation, whichever way it was set. */
    async keep({ id, cancelAtPeriodEnd }: Pick<ProviderSubscription, 'id' | 'cancelAtPeriodEnd'>): Promise<void> {
      // Stripe refuses to reset both fields in one request. `cancel_at_period_end` also sets `cancel_at`, and resetting
      // it usually clears both.
      const undo = cancelAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      const kept = await calling(() => stripe.subscriptions.update(id, undo))
      if (kept.cancel_at !== null) await calling(() => stripe.subscriptions.update(id, { cancel_at: '' }))
    },

    /** @throws {PaymentsError} `declined` if the payment fails; no subscription is created then. */
    subscribe: ({ idempotencyKey, ...wish }: NewSubscription): Promise<ProviderSubscription> =>
      calling(async () => {
        const made = await stripe.subscriptions.create(
          {
            customer: wish.customerId,
            items: wish.items.map(({ providerPriceId, quantity }) => ({ price: providerPriceId, quantity })),
            default_payment_method: wish.paymentMethodId,
            off_session: true,
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey },
        )
        return subscriptionSchema.parse(made)
      }),

    /** Returns the provider's price ids by our ids, creating missing prices. */
    ensurePrices: (prices: readonly PriceToSell[]): Promise<ReadonlyMap<string, string>> =>
      calling(() => ensureStripePrices(stripe, prices)),

    /** @throws {PaymentsError} `bad-signature` */
    readEvent(body: Uint8Array, signature: string): ProviderEvent {
      if (webhookSecret === undefined) throw new PaymentsError('bad-signature', 'there is no STRIPE_WEBHOOK_SECRET')
      try {
        const event = eventSchema.parse(stripe.webhooks.constructEvent(body, signature, webhookSecret))
        refuseFuture(signature, nowMs())
        return event
      } catch (error) {
        throw new PaymentsError('bad-signature', error)
      }
    },
  }
}

function addressOf(apiBase: string | undefined) {
  if (apiBase === undefined) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https'
  return { host: hostname, protocol: scheme, port: port || (scheme === 'http' ? 80 : 443) }
}

/** Stripe's SDK checks only that a signature is not too old: one dated in the future would stay valid until then. */
function refuseFuture(signature: string, nowMs: number): void {
  const latestSeconds = Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds)))
  if (latestSeconds * 1_000 > nowMs + SIGNATURE_TOLERANCE_MS) throw new Error('Timestamp in the future')
}

function refuse(what: string): never {
  throw new PaymentsError('refused', what)
}

/** Calls Stripe; an error of this kind gives `other`. */
async function unless<Result, Other>(
  kind: PaymentsErrorKind,
  other: Other,
  call: () => Promise<Result>,
): Promise<Result | Other> {
  return calling(call).catch((error: unknown) => {
    if (isPaymentsError(error, kind)) return other
    throw error
  })
}

/** Calls Stripe and converts its errors to `PaymentsError`. */
export async function calling<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PaymentsError) throw error
    if (error instanceof z.ZodError) throw new PaymentsError('unavailable', error)
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') throw new PaymentsError('missing', error)
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentsError('declined', error)
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError
    throw new PaymentsError(isRefused ? 'refused' : 'unavailable', error)
  }
}
