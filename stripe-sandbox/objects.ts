// The sandbox's objects, with the fields that our client reads of Stripe's. Times are in Unix seconds.

export type Metadata = Record<string, string>

export interface Named<ObjectName extends string> {
  id: string
  object: ObjectName
  created: number
}

export interface List<Shape> {
  object: 'list'
  data: Shape[]
  has_more: boolean
  url: string
}

export interface Customer extends Named<'customer'> {
  email: string | null
  invoice_prefix: string
  invoice_settings: { default_payment_method: string | null }
  metadata: Metadata
  name: string | null
  test_clock: string | null
}

export interface Product extends Named<'product'> {
  metadata: Metadata
  name: string
}

export interface Recurring {
  interval: 'month' | 'year'
  interval_count: 1
}

export interface Price extends Named<'price'> {
  currency: string
  lookup_key: string | null
  metadata: Metadata
  nickname: string | null
  product: string
  recurring: Recurring
  unit_amount: number
}

/** A price and its quantity, as given to checkouts and new subscriptions. */
export interface Item {
  price: Price
  quantity: number
}

export interface PaymentLink extends Named<'payment_link'> {
  url: string
}

/** What a card does when it is charged off session, which depends on its number. */
export type CardBehaviour = 'succeeds' | 'fails-later' | 'asks-each-time'

/** A card as entered on a page; its full number is not kept. */
export interface CardDetails {
  last4: string
  brand: string
  expMonth: number
  expYear: number
  name: string
  behaviour: CardBehaviour
}

export interface PaymentMethod extends Named<'payment_method'> {
  card: { brand: string; exp_month: number; exp_year: number; last4: string }
  customer: string
}

export interface Period {
  start: number
  end: number
}

export interface PortalConfiguration extends Named<'billing_portal.configuration'> {
  features: { subscription_update: { products: { product: string; prices: string[] }[] } }
  metadata: Metadata
}

export interface PortalSession extends Named<'billing_portal.session'> {
  configuration: string
  customer: string
  /** The task for which the portal was opened; null for the whole portal. */
  flow: { type: 'subscription_update'; subscription_update: { subscription: string } } | null
  return_url: string
  url: string
}

export interface WebhookEndpoint extends Named<'webhook_endpoint'> {
  enabled_events: string[]
  status: 'enabled'
  url: string
}

export interface TestClock extends Named<'test_helpers.test_clock'> {
  frozen_time: number
  status: 'ready'
}
