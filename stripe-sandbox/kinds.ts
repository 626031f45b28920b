import type Stripe from 'stripe'
import type { HiddenSession, HiddenSubscription, Invoice, Session, Subscription } from './lifecycles.ts'
import type {
  CardBehaviour,
  Customer,
  Item,
  PaymentLink,
  PaymentMethod,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  TestClock,
  WebhookEndpoint,
} from './objects.ts'

/** The type of an object in Stripe's SDK, reduced to the fields that ours has. */
type Partly<Shape> = Shape extends object ? { [Key in keyof Shape]?: Partly<Shape[Key]> } : Shape
/** Ties an object to the SDK's type, so that a field with another name or type does not compile. */
type Kind<Data extends Partly<Sdk>, Sdk, Hidden = object> = { data: Data; hidden: Hidden; sdk?: Sdk }

/** Every kind of object by its name in the API, with the data that the sandbox stores beside it and never shows. */
export interface Kinds {
  customer: Kind<Customer, Stripe.Customer, { nextInvoiceSequence: number }>
  product: Kind<Product, Stripe.Product>
  price: Kind<Price, Stripe.Price>
  'checkout.session': Kind<Session, Stripe.Checkout.Session, HiddenSession>
  payment_link: Kind<PaymentLink, Stripe.PaymentLink, { lineItems: Item[] }>
  payment_method: Kind<PaymentMethod, Stripe.PaymentMethod, { behaviour: CardBehaviour }>
  subscription: Kind<Subscription, Stripe.Subscription, HiddenSubscription>
  invoice: Kind<Invoice, Stripe.Invoice, { accessCode: string }>
  'billing_portal.session': Kind<PortalSession, Stripe.BillingPortal.Session, { accessCode: string; expiresAt: number }>
  'billing_portal.configuration': Kind<PortalConfiguration, Stripe.BillingPortal.Configuration>
  webhook_endpoint: Kind<WebhookEndpoint, Stripe.WebhookEndpoint, { secret: string }>
  'test_helpers.test_clock': Kind<TestClock, Stripe.TestHelpers.TestClock>
}

export type KindName = keyof Kinds

export interface Stored<K extends KindName> {
  readonly kind: K
  readonly id: string
  readonly data: Kinds[K]['data']
  readonly hidden: Kinds[K]['hidden']
  /** True if only the stub with `deleted: true` is left. */
  readonly deleted: boolean
}
