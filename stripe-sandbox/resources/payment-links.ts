import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import { newId, randomLetters } from '../wire/ids.ts'
import {
  emptyable,
  fields,
  flag,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  pagination,
  text,
  webAddress,
} from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WirePaymentLink } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { lineItemParams, lineItemsOf, pageOf, planOf, subscriptionDataParams } from './line-items.ts'

const afterCompletion = fields({
  hosted_confirmation: fields({ custom_message: text(500).optional() }).optional(),
  redirect: fields({ url: webAddress() }).optional(),
  type: oneOf(['hosted_confirmation', 'redirect']),
})

const createParams = fields({
  after_completion: afterCompletion.optional(),
  allow_promotion_codes: flag().optional(),
  inactive_message: text(500).optional(),
  line_items: list(lineItemParams, 20),
  metadata: metadata().optional(),
  payment_method_collection: oneOf(['always', 'if_required']).optional(),
  subscription_data: subscriptionDataParams.optional(),
})
const updateParams = fields({
  active: flag().optional(),
  after_completion: afterCompletion.optional(),
  allow_promotion_codes: flag().optional(),
  inactive_message: emptyable(text(500)).optional(),
  metadata: metadata().optional(),
})

function completionOf(given: typeof afterCompletion._output | undefined): WirePaymentLink['after_completion'] {
  if (given?.type !== 'redirect') {
    const message = given?.hosted_confirmation?.custom_message ?? null
    return { hosted_confirmation: { custom_message: message }, type: 'hosted_confirmation' }
  }
  if (given.redirect) return { redirect: given.redirect, type: 'redirect' }
  const param = 'after_completion[redirect]'
  throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

async function create(work: Work, given: typeof createParams._output): Promise<WirePaymentLink> {
  const lineItems = await lineItemsOf(work, given.line_items)
  const plan = planOf(given.subscription_data)
  const code = randomLetters(20)
  const data: WirePaymentLink = {
    id: newId('plink'),
    object: 'payment_link',
    active: true,
    after_completion: completionOf(given.after_completion),
    allow_promotion_codes: given.allow_promotion_codes ?? false,
    application: null,
    application_fee_amount: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null },
    billing_address_collection: 'auto',
    consent_collection: null,
    currency: lineItems[0]?.currency ?? 'usd',
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_creation: 'always',
    inactive_message: given.inactive_message ?? null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    metadata: mergedMetadata({}, given.metadata),
    on_behalf_of: null,
    payment_intent_data: null,
    payment_method_collection: given.payment_method_collection ?? 'always',
    payment_method_options: null,
    payment_method_types: null,
    phone_number_collection: { enabled: false },
    restrictions: null,
    shipping_address_collection: null,
    shipping_options: [],
    submit_type: 'auto',
    subscription_data: {
      description: plan.description,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      metadata: plan.metadata,
      trial_period_days: plan.trialPeriodDays || null,
      trial_settings: { end_behavior: { missing_payment_method: plan.missingPaymentMethod } },
    },
    tax_id_collection: { enabled: false, required: 'never' },
    transfer_data: null,
    url: `${work.settings.publicUrl}/sandbox/stripe/link/test_${code}`,
  }
  return (await work.create('payment_link', data, { lineItems, plan }, 'payment_link.created')).data
}

async function update(work: Work, given: typeof updateParams._output, id: string): Promise<WirePaymentLink> {
  const link = await work.need('payment_link', id)
  const { active, after_completion: completion, allow_promotion_codes: codes, inactive_message: message } = given
  const data: Partial<WirePaymentLink> = {
    ...(active === undefined ? {} : { active }),
    ...(completion ? { after_completion: completionOf(completion) } : {}),
    ...(codes === undefined ? {} : { allow_promotion_codes: codes }),
    ...(message === undefined ? {} : { inactive_message: message }),
    metadata: mergedMetadata(link.data.metadata, given.metadata),
  }
  return (await work.update(link, { data }, 'payment_link.updated')).data
}

export const paymentLinkEndpoints = [
  endpoint('POST', 'payment_links', createParams, create),
  endpoint('GET', 'payment_links', fields({ ...pagination, active: flag().optional() }), (work, { active, ...page }) =>
    work.list({
      kind: 'payment_link',
      page,
      url: '/v1/payment_links',
      where: [active === undefined ? undefined : eq(objects.active, active)],
    }),
  ),
  endpoint('GET', 'payment_links/:id', fields({}), async (work, _, id) => (await work.need('payment_link', id)).data),
  endpoint('POST', 'payment_links/:id', updateParams, update),
  endpoint('GET', 'payment_links/:id/line_items', fields(pagination), async (work, page, id) =>
    pageOf((await work.need('payment_link', id)).hidden.lineItems, page, `/v1/payment_links/${id}/line_items`),
  ),
]
