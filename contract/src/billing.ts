import { z } from 'zod'
import { givenPasswordSchema } from './account.ts'
import { sentMomentSchema } from './sent-time.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-status.ts'

/** Schemas for payments, plans and minutes: the bodies of `/api/billing` and `/api/functions`. */

export const checkoutRequestSchema = z.object({
  /** The id of a price in contract/src/plans.ts. */
  priceId: z.string().min(1).max(64),
  /**
   * A random text that the page keeps while a visitor without an account chooses a plan. A second request with it
   * within some minutes returns the same checkout, so that two tabs can't pay twice.
   */
  visit: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  /** Set to buy a further plan although the server has answered `plan-to-claim`. */
  anyway: z.boolean().optional(),
})

export const checkoutResponseSchema = z.object({
  url: z.string(),
  /** `portal`: the account already has such a plan, and the payment provider's portal is the place to change it. */
  leadsTo: z.enum(['checkout', 'payment-link', 'portal']),
})

/** The token of a link that assigns a purchase made without an account to the account that opens it. */
export const claimRequestSchema = z.object({ token: z.string().min(1).max(200) })
export const claimStateSchema = z.object({
  /** `claimed`: assigned to another account. `unknown`: the link is incomplete or no longer valid. */
  status: z.enum(['open', 'yours', 'claimed', 'unknown']),
  plans: z.array(z.string()),
})

const mySubscriptionSchema = z.object({
  id: z.string(),
  plan: z.string(),
  /** The id of a price in contract/src/plans.ts; null for a plan agreed in person. */
  priceId: z.string().nullable(),
  period: z.enum(['monthly', 'annual']).nullable(),
  /** The status to show: a subscription set to end at the period's end already counts as canceled. */
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Whether the subscription allows calls, as long as it has minutes left. */
  isUsable: z.boolean(),
  usedMinutes: z.number(),
  /** The minutes of a billing period; null when the plan has no limit. */
  limitMinutes: z.number().nullable(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  /** When the subscription ends or ended; null while it renews. */
  endsAt: z.iso.datetime().nullable(),
})

export const myBillingSchema = z.object({
  /** Newest first. */
  subscriptions: z.array(mySubscriptionSchema),
  /** Whether the account has a customer portal at the payment provider. */
  hasPortal: z.boolean(),
  /** True when the payment provider did not answer the latest request: these are then the last known figures. */
  isStale: z.boolean(),
  /** The server's time of this answer. The page sends it as `leftAt` after returning from the provider's pages. */
  asOf: z.iso.datetime(),
})

/** Sent once by a page when the person returns to it from the payment provider's pages. */
export const refreshRequestSchema = z.object({
  /** The last `asOf` before the page was left. Data read from the provider after it need not be read again. */
  leftAt: sentMomentSchema.optional(),
  sessionId: z
    .string()
    .regex(/^cs_\w{1,250}$/, 'That is not a checkout.')
    .optional(),
  visit: checkoutRequestSchema.shape.visit,
})

export const refreshResponseSchema = z.object({
  /** Null without a `sessionId`. */
  checkout: z
    .object({
      status: z.enum(['open', 'complete', 'expired']),
      /** The id of a price in contract/src/plans.ts. */
      priceId: z.string().nullable(),
      /**
       * Where the receipt was sent; null unless the request's account or `visit` is the one that began the checkout.
       */
      email: z.string().nullable(),
    })
    .nullable(),
  /** Null without an account. */
  billing: myBillingSchema.nullable(),
  /** Whether `billing` was read from the provider after the page was left. */
  isNewer: z.boolean(),
})

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: z.iso.datetime(),
  /** The provider's own status: draft, open, paid, uncollectible or void. */
  status: z.string(),
  totalCents: z.number(),
  currency: z.string(),
  url: z.string().nullable(),
})

export const invoicesResponseSchema = z.object({ invoices: z.array(invoiceSchema) })
export const urlResponseSchema = z.object({ url: z.string() })

/** The answers of the three functions in spec section 7. */
export const syncedSchema = z.object({ synced: z.number().int() })

const usageAlertSchema = z.object({
  type: z.enum(['exceeded', 'approaching']),
  email: z.string(),
  subscriptionId: z.string(),
  tier: z.string(),
  usedMinutes: z.number(),
  limitMinutes: z.number(),
  periodEnd: z.iso.datetime(),
})
export const usageAlertsSchema = z.object({ alerts: z.array(usageAlertSchema) })

export const manageRequestSchema = z.object({
  action: z.enum(['customer_portal', 'cancel', 'reactivate']),
  /** The subscription's id at the payment provider. */
  subscriptionId: z
    .string()
    .regex(/^[^\0]+$/, 'That is not a subscription.')
    .max(255),
  /** The subscriber's address: a guard against managing another subscription by mistake. */
  email: z.string().max(512),
})
export const managedSchema = z.object({
  /** A page to open next, if there is one: the customer portal, or a checkout when the person must pay again. */
  url: z.string().optional(),
})

export const deleteAccountRequestSchema = z.object({ password: givenPasswordSchema })
export const accountDeletedSchema = z.object({
  status: z.literal(true),
  /** The records that are kept after the deletion, in words for the person. */
  kept: z.array(z.string()),
})

export type RefreshRequest = z.infer<typeof refreshRequestSchema>
export type RefreshResponse = z.infer<typeof refreshResponseSchema>
export type CheckoutRequest = z.infer<typeof checkoutRequestSchema>
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>
export type ClaimState = z.infer<typeof claimStateSchema>
export type ManageRequest = z.infer<typeof manageRequestSchema>
export type UsageAlerts = z.infer<typeof usageAlertsSchema>
export type MyBilling = z.infer<typeof myBillingSchema>
export type MySubscription = z.infer<typeof mySubscriptionSchema>
export type ProviderInvoiceView = z.infer<typeof invoiceSchema>
