import type {
  WireCustomer,
  WireEndpoint,
  WireInvoice,
  WireInvoiceLine,
  WireInvoicePayment,
  WireLineItem,
  WirePaymentLink,
  WirePaymentMethod,
  WirePortalConfiguration,
  WirePortalSession,
  WirePrice,
  WireProduct,
  WireSession,
  WireSubscription,
  WireTestClock,
} from './wire/wire-types.ts'

/** What a card does when it is charged, which its number says. */
export type CardBehaviour = 'succeeds' | 'fails-later' | 'asks-each-time'

/** What a checkout session will make its subscription of. */
export interface SubscriptionPlan {
  metadata: Record<string, string>
  description: string | null
  trialPeriodDays: number | null
  trialEnd: number | null
  missingPaymentMethod: 'cancel' | 'create_invoice' | 'pause'
  billingMode: 'classic' | 'flexible'
}

export interface HiddenSession {
  /** While it is open: when it expires. */
  dueAt: number | null
  lineItems: WireLineItem[]
  plan: SubscriptionPlan
  /** From a payment link's address; the person may change it. */
  prefilledEmail: string | null
  /** A payment that waits for its confirmation step, by its one-time code. */
  challenge: { code: string; card: CardDetails; email: string } | null
  /** Whether a customer who was there before takes on the name that is given on the page. */
  takesName: boolean
}

/** A card as the checkout page took it; the number itself is forgotten. */
export interface CardDetails {
  last4: string
  brand: string
  expMonth: number
  expYear: number
  name: string
  fingerprint: string
  behaviour: CardBehaviour
}

export interface HiddenSubscription {
  /** When time changes it next, in seconds of its own clock; null when never. */
  dueAt: number | null
  /** The failed invoice that is tried again, and when. */
  retry: { invoice: string; attemptsLeft: number; at: number } | null
  /** The draft that becomes an invoice. */
  draft: { invoice: string; finalizesAt: number } | null
  /** When an unpaid first invoice ends it. */
  incompleteUntil: number | null
  trialNoticeAt: number | null
  /** Credits and charges of changes, waiting for the next invoice. */
  prorations: WireInvoiceLine[]
  /** What it changes to with its next period. */
  scheduledPrice?: WirePrice | null
}

/** Every kind of object, by its name on the wire, with what the sandbox keeps beside it. */
export interface Kinds {
  customer: { data: WireCustomer; hidden: { nextInvoiceSequence: number } }
  product: { data: WireProduct; hidden: object }
  price: { data: WirePrice; hidden: object }
  'checkout.session': { data: WireSession; hidden: HiddenSession }
  payment_link: { data: WirePaymentLink; hidden: { lineItems: WireLineItem[]; plan: SubscriptionPlan } }
  payment_method: { data: WirePaymentMethod; hidden: { behaviour: CardBehaviour } }
  subscription: { data: WireSubscription; hidden: HiddenSubscription }
  invoice: { data: WireInvoice; hidden: { payments: WireInvoicePayment[]; accessCode: string } }
  'billing_portal.session': { data: WirePortalSession; hidden: { accessCode: string; expiresAt: number } }
  'billing_portal.configuration': { data: WirePortalConfiguration; hidden: object }
  webhook_endpoint: { data: WireEndpoint; hidden: { secret: string } }
  'test_helpers.test_clock': { data: WireTestClock; hidden: object }
}

export type Kind = keyof Kinds

export interface Stored<K extends Kind> {
  readonly kind: K
  readonly id: string
  readonly data: Kinds[K]['data']
  readonly hidden: Kinds[K]['hidden']
  readonly deleted: boolean
}

export type AnyStored = { [K in Kind]: Stored<K> }[Kind]

/** What people call it in messages: "No such customer: …". */
export const KIND_IN_MESSAGES: Readonly<Record<Kind, string>> = {
  customer: 'customer',
  product: 'product',
  price: 'price',
  'checkout.session': 'checkout.session',
  payment_link: 'payment link',
  payment_method: 'PaymentMethod',
  subscription: 'subscription',
  invoice: 'invoice',
  'billing_portal.session': 'billing portal session',
  'billing_portal.configuration': 'configuration',
  webhook_endpoint: 'webhook endpoint',
  'test_helpers.test_clock': 'test clock',
}
