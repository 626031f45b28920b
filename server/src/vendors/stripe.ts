import Stripe from 'stripe'
import { z } from 'zod'
import { isPaymentsError, PaymentsError, type Payments, type PriceToSell } from './payments.ts'
import {
  customerSchema,
  eventSchema,
  invoiceSchema,
  PRICE_KEY,
  sessionSchema,
  subscriptionSchema,
  toListed,
  toSnapshot,
  USER_KEY,
  VISIT_KEY,
} from './stripe-shapes.ts'
import { ensurePortal, ensureStripePrices } from './stripe-setup.ts'

/** A person waits for some of these calls: with the second try, seventeen seconds at most. */
const TIMEOUT_MS = 8_000
const RETRIES = 1
const PAGE = 100
const INVOICES = 24
const CUSTOMERS = 20
/** As the SDK allows for the age of a webhook's signature. */
const SIGNATURE_TOLERANCE_MS = 300_000

export interface StripeAddress {
  secretKey: string
  /** Another address than Stripe's own. */
  apiBase?: string | undefined
  /** Another way there than the network: the sandbox in this process. */
  fetch?: typeof fetch | undefined
}

export interface StripeOptions extends StripeAddress {
  /** For webhooks; without it none is taken. */
  webhookSecret: string | undefined
  /** The clock of the webhooks' signer: a sandbox's may run ahead. */
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

/** Stripe, or a server that speaks its wire, through Stripe's own SDK. */
export function createStripe({ webhookSecret, nowMs = Date.now, ...address }: StripeOptions): Payments {
  const stripe = createStripeClient(address)
  let portal: Promise<string> | undefined

  return {
    readCustomer: (customer) =>
      calling(async () => {
        const page = { customer, status: 'all', limit: PAGE, expand: ['data.customer'] }
        const listed = []
        for await (const subscription of stripe.subscriptions.list(page)) listed.push(toListed(subscription))
        return toSnapshot(listed)
      }).catch((error: unknown) => {
        if (isPaymentsError(error, 'missing')) return { customer: null, subscriptions: [] }
        throw error
      }),

    async *listSubscriptions() {
      const all = stripe.subscriptions.list({ status: 'all', limit: PAGE, expand: ['data.customer'] })
      const pages = all[Symbol.asyncIterator]()
      for (;;) {
        const next = await calling(() => pages.next())
        if (next.done) return
        yield toListed(next.value)
      }
    },

    readPayerReference: (subscription) =>
      calling(async () => {
        const { data } = await stripe.checkout.sessions.list({ subscription, limit: 1 })
        return data[0]?.client_reference_id ?? null
      }),

    readSubscription: (id) => calling(async () => subscriptionSchema.parse(await stripe.subscriptions.retrieve(id))),

    findCustomer: (id) =>
      calling(async () => customerSchema.parse(await stripe.customers.retrieve(id))).catch((error: unknown) => {
        if (isPaymentsError(error, 'missing')) return undefined
        throw error
      }),

    findCustomersByEmail: (email) =>
      calling(async () => {
        const { data } = await stripe.customers.list({ email, limit: CUSTOMERS })
        return data.flatMap((customer) => customerSchema.parse(customer) ?? [])
      }),

    createCustomer: ({ email, userId }, idempotencyKey) =>
      calling(async () => {
        const made = await stripe.customers.create({ email, metadata: { [USER_KEY]: userId } }, { idempotencyKey })
        return customerSchema.parse(made) ?? refuse(`customer ${made.id} was deleted as it was made`)
      }),

    findPaymentMethod: (customer) =>
      calling(async () => (await stripe.paymentMethods.list({ customer, limit: 1 })).data[0]?.id),

    createCheckout: ({
      providerPriceId,
      priceId,
      customerId,
      userId,
      visitHash,
      successUrl,
      cancelUrl,
      idempotencyKey,
    }) =>
      calling(async () => {
        const metadata = { [PRICE_KEY]: priceId, ...(userId ? { [USER_KEY]: userId } : {}) }
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            line_items: [{ price: providerPriceId, quantity: 1 }],
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata: { ...metadata, ...(visitHash ? { [VISIT_KEY]: visitHash } : {}) },
            // What a session is marked with, its subscription is not.
            subscription_data: { metadata },
            ...(customerId ? { customer: customerId } : {}),
            ...(userId ? { client_reference_id: userId } : {}),
          },
          idempotencyKey ? { idempotencyKey } : {},
        )
        return sessionSchema.parse(session)
      }),

    readCheckout: (id) => calling(async () => sessionSchema.parse(await stripe.checkout.sessions.retrieve(id))),

    listCheckouts: (customer) =>
      calling(async () => {
        const { data } = await stripe.checkout.sessions.list({ customer, limit: PAGE })
        return data.map((session) => sessionSchema.parse(session))
      }),

    expireCheckout: (id) =>
      calling(() => stripe.checkout.sessions.expire(id)).then(
        () => undefined,
        (error: unknown) => {
          if (!isPaymentsError(error, 'refused')) throw error
        },
      ),

    openPortal: async (customer, returnUrl, change) => {
      portal ??= calling(() => ensurePortal(stripe))
      // One that could not be found or made is looked for again the next time.
      portal.catch(() => (portal = undefined))
      const common = { customer, return_url: returnUrl, configuration: await portal }
      if (change) {
        const flow = { type: 'subscription_update', subscription_update: { subscription: change.subscriptionId } }
        try {
          return await calling(() => stripe.billingPortal.sessions.create({ ...common, flow_data: flow }))
        } catch (error) {
          // One that can't be changed right now can still be looked at.
          if (!isPaymentsError(error, 'refused')) throw error
        }
      }
      return calling(() => stripe.billingPortal.sessions.create(common))
    },

    listInvoices: (customer) =>
      calling(async () => {
        const { data } = await stripe.invoices.list({ customer, limit: INVOICES })
        return data.map((invoice) => invoiceSchema.parse(invoice))
      }),

    async cancelLater(id) {
      await calling(() => stripe.subscriptions.update(id, { cancel_at_period_end: true }))
    },

    async cancelNow(id) {
      await calling(() => stripe.subscriptions.cancel(id))
    },

    async keep({ id, cancelAtPeriodEnd }) {
      // Stripe refuses both at once; with the first, the second is set too and usually goes with it.
      const undo = cancelAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      const kept = await calling(() => stripe.subscriptions.update(id, undo))
      if (kept.cancel_at !== null) await calling(() => stripe.subscriptions.update(id, { cancel_at: '' }))
    },

    subscribe: ({ customerId, items, paymentMethodId, idempotencyKey }) =>
      calling(async () => {
        const made = await stripe.subscriptions.create(
          {
            customer: customerId,
            items: items.map(({ providerPriceId, quantity }) => ({ price: providerPriceId, quantity })),
            default_payment_method: paymentMethodId,
            off_session: true,
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey },
        )
        return subscriptionSchema.parse(made)
      }),

    ensurePrices: (prices: readonly PriceToSell[]) => calling(() => ensureStripePrices(stripe, prices)),

    readEvent(body, signature) {
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

/** Stripe's SDK looks at the age alone: a signature of next year would stay good until then. */
function refuseFuture(signature: string, nowMs: number): void {
  const latestSeconds = Math.max(...[...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map(([, seconds]) => Number(seconds)))
  if (latestSeconds * 1_000 > nowMs + SIGNATURE_TOLERANCE_MS) throw new Error('Timestamp in the future')
}

function refuse(what: string): never {
  throw new PaymentsError('refused', what)
}

/** Calls Stripe and turns its errors into ours. */
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
