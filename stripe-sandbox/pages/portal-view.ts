import { and, eq, inArray } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Stored } from '../kinds.ts'
import { noSuch, StripeError } from '../wire/stripe-error.ts'
import type { WirePrice } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

const MAX_INVOICES = 24
const ALIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete']

export interface PortalChoice {
  price: WirePrice
  name: string
}

export interface PortalPlan {
  subscription: Stored<'subscription'>
  name: string
  price: WirePrice | undefined
  /** What it may be changed to. */
  choices: PortalChoice[]
  /** What it changes to with the next period. */
  scheduled: string | null
}

export interface PortalView {
  session: Stored<'billing_portal.session'>
  customer: Stored<'customer'>
  features: Stored<'billing_portal.configuration'>['data']['features']
  plans: PortalPlan[]
  card: Stored<'payment_method'> | undefined
  invoices: Stored<'invoice'>[]
  /** The portal's own address, without a slash at its end. */
  path: string
}

/** Opens the portal for who has its address, for as long as that is good. */
export async function readPortal(work: Work, id: string, accessCode: string): Promise<PortalView> {
  const session = await work.need('billing_portal.session', id)
  if (session.hidden.accessCode !== accessCode) throw noSuch('portal session', id, 'id')
  if (session.hidden.expiresAt <= work.realNow) {
    throw new StripeError('This page has expired. Go back to the site and open it again.')
  }
  const customer = await work.need('customer', session.data.customer, 'customer')
  const configuration = await work.need('billing_portal.configuration', session.data.configuration, 'configuration')
  const { features } = configuration.data
  const subscriptions = await work.findAll(
    'subscription',
    and(eq(objects.customer, customer.id), inArray(objects.status, ALIVE)),
  )
  const plans: PortalPlan[] = []
  for (const subscription of subscriptions) {
    const price = subscription.data.items.data[0]?.price
    const choices = features.subscription_update.enabled && price ? await choicesFor(work, price, features) : []
    const { scheduledPrice: later } = subscription.hidden
    const scheduled = later ? await nameOf(work, later) : null
    plans.push({ subscription, name: await nameOf(work, price), price, choices, scheduled })
  }
  const cardId = subscriptions[0]?.data.default_payment_method ?? customer.data.invoice_settings.default_payment_method
  const invoices = await work.findAll('invoice', eq(objects.customer, customer.id))
  return {
    session,
    customer,
    features,
    plans,
    card: cardId ? await work.find('payment_method', cardId) : undefined,
    invoices: invoices
      .filter(({ data }) => data.status !== 'draft')
      .toReversed()
      .slice(0, MAX_INVOICES),
    path: `/sandbox/stripe/portal/${id}/${accessCode}`,
  }
}

async function nameOf(work: Work, price: WirePrice | undefined): Promise<string> {
  const product = price ? await work.find('product', price.product) : undefined
  return product?.data.name ?? 'Plan'
}

/** Whether a change is one that the portal puts off until the next period: to less, or to a shorter time. */
export function isPutOff(features: PortalView['features'], from: WirePrice | undefined, to: WirePrice): boolean {
  return features.subscription_update.schedule_at_period_end.conditions.some(({ type }) =>
    type === 'decreasing_item_amount'
      ? (to.unit_amount ?? 0) < (from?.unit_amount ?? 0)
      : type === 'shortening_interval' && monthsOf(to) < monthsOf(from),
  )
}

const MONTHS_IN = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 } as const

function monthsOf(price: WirePrice | undefined): number {
  const { interval = 'month', interval_count: count = 1 } = price?.recurring ?? {}
  return MONTHS_IN[interval] * count
}

/** The configured prices, or where none are, every active one of the same currency. */
async function choicesFor(work: Work, current: WirePrice, features: PortalView['features']): Promise<PortalChoice[]> {
  const configured = features.subscription_update.products?.flatMap(({ prices }) => prices)
  const rows = await work.findAll(
    'price',
    eq(objects.active, true),
    configured ? inArray(objects.id, [...configured, '']) : undefined,
  )
  const names = new Map<string, string>()
  for (const product of await work.findAll('product', eq(objects.active, true)))
    names.set(product.id, product.data.name)
  return rows
    .map(({ data }) => data)
    .filter((price) => price.recurring && price.currency === current.currency && price.id !== current.id)
    .flatMap((price) => {
      const name = names.get(price.product)
      return name ? [{ price, name }] : []
    })
    .toSorted((one, other) => (one.price.unit_amount ?? 0) - (other.price.unit_amount ?? 0))
}
