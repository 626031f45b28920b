import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import type { Stored, SubscriptionPlan } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import {
  email,
  fields,
  flag,
  integer,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  pagination,
  range,
  text,
  webAddress,
} from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireLineItem, WireSession } from '../wire/wire-types.ts'
import { holds, type Work } from '../work.ts'
import { lineItemParams, lineItemsOf, pageOf, planOf, subscriptionDataParams } from './line-items.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const MAX_ITEMS = 20

/** Addresses are not asked for on the page, so that of these only the name can change. */
const keep = oneOf(['auto', 'never'])

/** Only subscriptions on the hosted page; of what else there is, `else` refuses by name. */
const createParams = fields({
  allow_promotion_codes: flag().optional(),
  automatic_tax: fields({ enabled: oneOf(['false']) }).optional(),
  billing_address_collection: oneOf(['auto']).optional(),
  cancel_url: webAddress().optional(),
  client_reference_id: text(200).optional(),
  currency: text(3).optional(),
  customer: text().optional(),
  customer_email: email().optional(),
  customer_update: fields({ address: keep.optional(), name: keep.optional(), shipping: keep.optional() }).optional(),
  expires_at: integer().optional(),
  line_items: list(lineItemParams, MAX_ITEMS),
  locale: text(10).optional(),
  metadata: metadata().optional(),
  mode: oneOf(['subscription']),
  payment_method_collection: oneOf(['always', 'if_required']).optional(),
  subscription_data: subscriptionDataParams.optional(),
  success_url: webAddress(),
  ui_mode: oneOf(['hosted_page']).optional(),
})

const listParams = fields({
  ...pagination,
  created: range().optional(),
  customer: text().optional(),
  customer_details: fields({ email: text(512) }).optional(),
  payment_link: text().optional(),
  status: oneOf(['complete', 'expired', 'open']).optional(),
  subscription: text().optional(),
})

export interface NewSession {
  lineItems: WireLineItem[]
  plan: SubscriptionPlan
  successUrl: string | null
  cancelUrl?: string | undefined
  customer?: string | undefined
  customerEmail?: string | undefined
  clientReferenceId?: string | undefined
  metadata?: Record<string, string>
  paymentLink?: string
  prefilledEmail?: string | undefined
  expiresAt?: number | undefined
  collection?: 'always' | 'if_required' | undefined
  allowsPromotionCodes?: boolean | undefined
  /** The customer takes on the name that is given on the page. */
  takesName?: boolean
}

/** Opens a checkout, as the API and a visited payment link do. No subscription is made until it is paid. */
export async function createSession(work: Work, given: NewSession): Promise<Stored<'checkout.session'>> {
  const id = newId('cs_test', 58)
  const now = work.realNow
  const total = given.plan.trialPeriodDays || given.plan.trialEnd ? 0 : sum(given.lineItems)
  const expiresAt = given.expiresAt ?? now + DAY_SECONDS
  if (expiresAt < now + 30 * MINUTE_SECONDS || expiresAt > now + DAY_SECONDS) {
    throw new StripeError(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  }
  const data: WireSession = {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: given.allowsPromotionCodes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl ?? null,
    client_reference_id: given.clientReferenceId ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: given.lineItems[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: given.customer ?? null,
    customer_account: null,
    customer_creation: given.customer ? null : 'always',
    customer_details: null,
    customer_email: given.customerEmail ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata ?? {},
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: given.paymentLink ?? null,
    payment_method_collection: given.collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${work.settings.publicUrl}/sandbox/stripe/pay/${id}`,
    wallet_options: null,
  }
  const { lineItems, plan } = given
  return work.create('checkout.session', data, {
    dueAt: expiresAt,
    lineItems,
    plan,
    prefilledEmail: given.prefilledEmail ?? null,
    challenge: null,
    takesName: given.takesName ?? false,
  })
}

function sum(items: readonly WireLineItem[]): number {
  return items.reduce((total, { amount_total: amount }) => total + amount, 0)
}

async function create(work: Work, given: typeof createParams._output): Promise<WireSession> {
  if (given.customer && given.customer_email) {
    throw new StripeError('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    })
  }
  if (given.customer) await work.need('customer', given.customer, 'customer')
  else if (given.customer_update) {
    throw new StripeError('`customer_update` can only be used with `customer`.', { param: 'customer_update' })
  }
  const { data } = await createSession(work, {
    lineItems: await lineItemsOf(work, given.line_items),
    plan: planOf(given.subscription_data),
    successUrl: given.success_url,
    cancelUrl: given.cancel_url,
    customer: given.customer,
    customerEmail: given.customer_email,
    clientReferenceId: given.client_reference_id,
    metadata: mergedMetadata({}, given.metadata),
    expiresAt: given.expires_at,
    collection: given.payment_method_collection,
    allowsPromotionCodes: given.allow_promotion_codes,
    takesName: given.customer_update?.name === 'auto',
  })
  return data
}

/** Closes a checkout that nobody paid. */
export async function expireSession(work: Work, session: Stored<'checkout.session'>): Promise<WireSession> {
  const expired = await work.update(session, {
    data: { status: 'expired', url: null },
    hidden: { dueAt: null, challenge: null },
  })
  await work.emit('checkout.session.expired', expired.data, work.realNow)
  return expired.data
}

async function expire(work: Work, id: string): Promise<WireSession> {
  const session = await work.need('checkout.session', id)
  if (session.data.status === 'open') return expireSession(work, session)
  throw new StripeError(
    `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.data.status}\`.`,
  )
}

function listSessions(work: Work, given: typeof listParams._output) {
  const { customer, customer_details: details, payment_link: link, status, subscription, created, ...page } = given
  return work.list({
    kind: 'checkout.session',
    page,
    created,
    url: '/v1/checkout/sessions',
    where: [
      customer ? eq(objects.customer, customer) : undefined,
      details ? holds({ customer_details: { email: details.email } }) : undefined,
      link ? holds({ payment_link: link }) : undefined,
      status ? eq(objects.status, status) : undefined,
      subscription ? eq(objects.subscription, subscription) : undefined,
    ],
  })
}

export const checkoutEndpoints = [
  endpoint('POST', 'checkout/sessions', createParams, create),
  endpoint('GET', 'checkout/sessions', listParams, listSessions),
  endpoint(
    'GET',
    'checkout/sessions/:id',
    fields({}),
    async (work, _, id) => (await work.need('checkout.session', id)).data,
  ),
  endpoint('POST', 'checkout/sessions/:id/expire', fields({}), (work, _, id) => expire(work, id)),
  endpoint('GET', 'checkout/sessions/:id/line_items', fields(pagination), async (work, page, id) =>
    pageOf((await work.need('checkout.session', id)).hidden.lineItems, page, `/v1/checkout/sessions/${id}/line_items`),
  ),
]
