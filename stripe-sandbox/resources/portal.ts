import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import type { Stored } from '../kinds.ts'
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
import type { WirePortalConfiguration, WirePortalSession } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { flowOf, flowParams } from './portal-flows.ts'
import { PRORATIONS } from './subscription-params.ts'

/** A portal's address is good for an hour. */
const SESSION_SECONDS = 3_600

const planChoice = fields({ prices: list(text(), 20), product: text() })

const featureParams = fields({
  invoice_history: fields({ enabled: flag() }).optional(),
  payment_method_update: fields({ enabled: flag() }).optional(),
  subscription_cancel: fields({
    enabled: flag().optional(),
    mode: oneOf(['at_period_end', 'immediately']).optional(),
    proration_behavior: oneOf(['none']).optional(),
  }).optional(),
  subscription_update: fields({
    billing_cycle_anchor: oneOf(['now', 'unchanged']).optional(),
    default_allowed_updates: emptyable(list(oneOf(['price']))).optional(),
    enabled: flag().optional(),
    products: emptyable(list(planChoice, 10)).optional(),
    proration_behavior: oneOf(PRORATIONS).optional(),
    schedule_at_period_end: fields({
      conditions: emptyable(
        list(fields({ type: oneOf(['decreasing_item_amount', 'shortening_interval']) }), 2),
      ).optional(),
    }).optional(),
  }).optional(),
})

const shared = {
  business_profile: fields({
    headline: emptyable(text(60)).optional(),
    privacy_policy_url: emptyable(webAddress()).optional(),
    terms_of_service_url: emptyable(webAddress()).optional(),
  }).optional(),
  default_return_url: emptyable(webAddress()).optional(),
  metadata: metadata().optional(),
  name: emptyable(text()).optional(),
}

const createParams = fields({ ...shared, features: featureParams })
const updateParams = fields({ ...shared, features: featureParams.optional(), active: flag().optional() })

const sessionParams = fields({
  configuration: text().optional(),
  customer: text(),
  flow_data: flowParams.optional(),
  locale: text(10).optional(),
  return_url: webAddress().optional(),
})

type Features = WirePortalConfiguration['features']

function featuresOf(given: typeof featureParams._output, base?: Features): Features {
  const { subscription_cancel: cancel, subscription_update: update } = given
  return {
    customer_update: base?.customer_update ?? { allowed_updates: [], enabled: false },
    invoice_history: { enabled: given.invoice_history?.enabled ?? base?.invoice_history.enabled ?? false },
    payment_method_update: {
      enabled: given.payment_method_update?.enabled ?? base?.payment_method_update.enabled ?? false,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel?.enabled ?? base?.subscription_cancel.enabled ?? false,
      mode: cancel?.mode ?? base?.subscription_cancel.mode ?? 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: update?.billing_cycle_anchor ?? base?.subscription_update.billing_cycle_anchor ?? null,
      default_allowed_updates:
        update?.default_allowed_updates ?? base?.subscription_update.default_allowed_updates ?? [],
      enabled: update?.enabled ?? base?.subscription_update.enabled ?? false,
      products:
        update?.products?.map((one) => ({
          ...one,
          adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        })) ??
        base?.subscription_update.products ??
        null,
      proration_behavior: update?.proration_behavior ?? base?.subscription_update.proration_behavior ?? 'none',
      schedule_at_period_end: {
        conditions:
          update?.schedule_at_period_end?.conditions ??
          base?.subscription_update.schedule_at_period_end.conditions ??
          [],
      },
      trial_update_behavior: 'end_trial',
    },
  }
}

type NewConfiguration = typeof createParams._output & { isDefault?: boolean }

async function createConfiguration(
  work: Work,
  given: NewConfiguration,
): Promise<Stored<'billing_portal.configuration'>> {
  const data: WirePortalConfiguration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: given.business_profile?.headline ?? null,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? null,
    },
    created: work.realNow,
    default_return_url: given.default_return_url ?? null,
    features: featuresOf(given.features),
    is_default: given.isDefault ?? false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergedMetadata({}, given.metadata),
    name: given.name ?? null,
    updated: work.realNow,
  }
  return work.create('billing_portal.configuration', data, {}, 'billing_portal.configuration.created')
}

async function updateConfiguration(work: Work, given: typeof updateParams._output, id: string) {
  const stored = await work.need('billing_portal.configuration', id)
  const { data: now } = stored
  const data: Partial<WirePortalConfiguration> = {
    ...(given.active === undefined ? {} : { active: given.active }),
    ...(given.default_return_url === undefined ? {} : { default_return_url: given.default_return_url }),
    ...(given.name === undefined ? {} : { name: given.name }),
    business_profile: {
      headline: given.business_profile?.headline ?? now.business_profile.headline,
      privacy_policy_url: given.business_profile?.privacy_policy_url ?? now.business_profile.privacy_policy_url,
      terms_of_service_url: given.business_profile?.terms_of_service_url ?? now.business_profile.terms_of_service_url,
    },
    features: given.features ? featuresOf(given.features, now.features) : now.features,
    metadata: mergedMetadata(now.metadata ?? {}, given.metadata),
    updated: work.realNow,
  }
  return (await work.update(stored, { data }, 'billing_portal.configuration.updated')).data
}

/** At Stripe the default one is saved in the dashboard; here it is there from the first use, with everything on. */
async function defaultConfiguration(work: Work): Promise<Stored<'billing_portal.configuration'>> {
  const all = await work.findAll('billing_portal.configuration')
  const known = all.find(({ data }) => data.is_default)
  if (known) return known
  const on = { enabled: true }
  return createConfiguration(work, {
    features: {
      invoice_history: on,
      payment_method_update: on,
      subscription_cancel: { ...on, mode: 'at_period_end' },
      subscription_update: { ...on, default_allowed_updates: ['price'], proration_behavior: 'create_prorations' },
    },
    isDefault: true,
  })
}

async function createSession(work: Work, given: typeof sessionParams._output): Promise<WirePortalSession> {
  const customer = await work.need('customer', given.customer, 'customer')
  const configuration = given.configuration
    ? await work.need('billing_portal.configuration', given.configuration, 'configuration')
    : await defaultConfiguration(work)
  if (!configuration.data.active) {
    throw new StripeError('The portal configuration is not active.', { param: 'configuration' })
  }
  const id = newId('bps')
  const accessCode = randomLetters(40)
  const data: WirePortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: work.realNow,
    customer: given.customer,
    customer_account: null,
    flow: given.flow_data ? await flowOf(work, given.flow_data, customer, configuration.data) : null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ?? configuration.data.default_return_url,
    url: `${work.settings.publicUrl}/sandbox/stripe/portal/${id}/${accessCode}`,
  }
  const hidden = { accessCode, expiresAt: work.realNow + SESSION_SECONDS }
  return (await work.create('billing_portal.session', data, hidden, 'billing_portal.session.created')).data
}

export const portalEndpoints = [
  endpoint('POST', 'billing_portal/sessions', sessionParams, createSession),
  endpoint(
    'POST',
    'billing_portal/configurations',
    createParams,
    async (work, given) => (await createConfiguration(work, given)).data,
  ),
  endpoint(
    'GET',
    'billing_portal/configurations',
    fields({ ...pagination, active: flag().optional() }),
    (work, { active, ...page }) =>
      work.list({
        kind: 'billing_portal.configuration',
        page,
        url: '/v1/billing_portal/configurations',
        where: [active === undefined ? undefined : eq(objects.active, active)],
      }),
  ),
  endpoint(
    'GET',
    'billing_portal/configurations/:id',
    fields({}),
    async (work, _, id) => (await work.need('billing_portal.configuration', id)).data,
  ),
  endpoint('POST', 'billing_portal/configurations/:id', updateParams, updateConfiguration),
]
