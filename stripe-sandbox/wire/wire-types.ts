import type Stripe from 'stripe'

/** The SDK opens every enumeration with this, so that it compiles against newer servers; ours says only what is listed. */
type OtherString = string & Record<never, never>

/** Conditional types over the same unknown are only alike when what they ask about is the very same. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type ClosedField<Field> = Field extends string ? (Identical<Field, OtherString> extends true ? never : Field) : Field

/** Where an id may stand for an object, what is stored is the id. */
type StoredField<Field> = [Extract<Field, { object: string; id: string }>] extends [never]
  ? Wire<ClosedField<Field>>
  : string extends Field
    ? Wire<Exclude<ClosedField<Field>, { object: string; id: string }>>
    : Wire<ClosedField<Field>>

/**
 * An SDK type as it is on the wire and in the database: ids instead of expanded objects, decimals as text, and
 * enumerations closed, so that the compiler holds the sandbox to what Stripe really says.
 */
export type Wire<Shape> = Shape extends Stripe.Decimal
  ? string
  : Shape extends string | number | boolean | null | undefined | void
    ? Shape
    : Shape extends readonly (infer Item)[]
      ? StoredField<Item>[]
      : Shape extends object
        ? { [Key in keyof Shape]: StoredField<Shape[Key]> }
        : Shape

export type WireCustomer = Wire<Stripe.Customer>
export type WireProduct = Wire<Stripe.Product>
export type WirePrice = Wire<Stripe.Price>
export type WirePlan = Wire<Stripe.Plan>
export type WireSession = Wire<Stripe.Checkout.Session>
export type WireLineItem = Wire<Stripe.LineItem>
export type WirePaymentLink = Wire<Stripe.PaymentLink>
export type WirePaymentMethod = Wire<Stripe.PaymentMethod>
export type WireSubscription = Wire<Stripe.Subscription>
export type WireSubscriptionItem = Wire<Stripe.SubscriptionItem>
export type WireInvoice = Wire<Stripe.Invoice>
export type WireInvoiceLine = Wire<Stripe.InvoiceLineItem>
export type WireInvoicePayment = Wire<Stripe.InvoicePayment>
export type WirePortalSession = Wire<Stripe.BillingPortal.Session>
export type WirePortalConfiguration = Wire<Stripe.BillingPortal.Configuration>
export type WireEndpoint = Wire<Stripe.WebhookEndpoint>
export type WireTestClock = Wire<Stripe.TestHelpers.TestClock>
export type WireEvent = Wire<Stripe.EventBase>
export type EventType = Exclude<ClosedField<Stripe.Event['type']>, undefined>

/** What an answer is made of. */
export type WireObject = { id?: string; object: string }
