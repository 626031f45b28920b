import { z } from 'zod'
import { SUBSCRIPTION_STATUSES } from './subscription-status.ts'

/** Payments, plans and minutes, as they travel under `/api/billing` and `/api/functions`. */

export const checkoutRequestSchema = z.object({
  /** Of contract/src/plans.ts. */
  priceId: z.string().min(1).max(64),
  /**
   * Any text of the page's own, kept while a visitor without an account chooses: asking again with it within some minutes
   * leads to the same checkout, so that two tabs can't pay twice.
   */
  visit: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  /** After the answer `plan-to-claim`: buy one more all the same. */
  anyway: z.boolean().optional(),
})

export const checkoutResponseSchema = z.object({
  url: z.string(),
  /** `portal`: there is such a plan already, and this is where it is changed. */
  leadsTo: z.enum(['checkout', 'payment-link', 'portal']),
})

/** The link that puts a purchase made without an account on one. */
export const claimRequestSchema = z.object({ token: z.string().min(1).max(200) })
export const claimStateSchema = z.object({
  /** `claimed`: on an account that is not the one that asks. `unknown`: not whole, or no longer valid. */
  status: z.enum(['open', 'yours', 'claimed', 'unknown']),
  plans: z.array(z.string()),
})

export const mySubscriptionSchema = z.object({
  id: z.string(),
  plan: z.string(),
  /** Of contract/src/plans.ts; null for one that was agreed in person. */
  priceId: z.string().nullable(),
  period: z.enum(['monthly', 'annual']).nullable(),
  /** As shown: one that is set to end is canceled at once. */
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** Whether calls are let in on it, until its minutes are used up. */
  isUsable: z.boolean(),
  usedMinutes: z.number(),
  /** For the period; null without a limit. */
  limitMinutes: z.number().nullable(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  /** When it ends or has ended; null while it goes on. */
  endsAt: z.iso.datetime().nullable(),
})

export const myBillingSchema = z.object({
  /** Newest first. */
  subscriptions: z.array(mySubscriptionSchema),
  /** Whether there is a portal to open. */
  hasPortal: z.boolean(),
  /** The provider did not answer when it was last asked: these are the last known figures. */
  isStale: z.boolean(),
  /** The server's time of this answer; sent back as `leftAt` when the page is returned to. */
  asOf: z.iso.datetime(),
})

/** Sent once by a page that is returned to from the payment provider's pages. */
export const refreshRequestSchema = z.object({
  /** When the page was left, by the server's clock: an `asOf`. What was read from the provider since then is new enough. */
  leftAt: z.iso.datetime().optional(),
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
      /** Of contract/src/plans.ts. */
      priceId: z.string().nullable(),
      /** Where the receipt went. Null for all but the account, or the browser's `visit`, that began the checkout. */
      email: z.string().nullable(),
    })
    .nullable(),
  /** Null without an account. */
  billing: myBillingSchema.nullable(),
  /** Whether the provider was read since the page was left. */
  isNewer: z.boolean(),
})

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  date: z.iso.datetime(),
  /** As the provider names it: draft, open, paid, uncollectible, void. */
  status: z.string(),
  totalCents: z.number(),
  currency: z.string(),
  url: z.string().nullable(),
})

export const invoicesResponseSchema = z.object({ invoices: z.array(invoiceSchema) })
export const urlResponseSchema = z.object({ url: z.string() })

/** The three functions of spec section 7. */
export const syncedSchema = z.object({ synced: z.number().int() })

export const usageAlertSchema = z.object({
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
  /** The provider's. */
  subscriptionId: z
    .string()
    .regex(/^[^\0]+$/, 'That is not a subscription.')
    .max(255),
  /** The subscriber's address: a guard against managing another subscription by mistake. */
  email: z.string().max(512),
})
export const managedSchema = z.object({
  /** Where there is one: the customer's portal, or a checkout if they must pay anew. */
  url: z.string().optional(),
})

export const deleteAccountRequestSchema = z.object({
  password: z.string('Please enter your password.').min(1, 'Please enter your password.').max(1_000),
})
export const accountDeletedSchema = z.object({
  status: z.literal(true),
  /** What stays, in words for the person. */
  kept: z.array(z.string()),
})

export type RefreshRequest = z.infer<typeof refreshRequestSchema>
export type RefreshResponse = z.infer<typeof refreshResponseSchema>
export type MyBilling = z.infer<typeof myBillingSchema>
export type MySubscription = z.infer<typeof mySubscriptionSchema>
export type ProviderInvoiceView = z.infer<typeof invoiceSchema>
