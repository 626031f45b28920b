import { findPrice } from '#contract/plans.ts'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import type { subscribers } from '../../infra/db/schema/subscribers.ts'
import {
  PRICE_KEY,
  type BillingInterval,
  type ProviderItem,
  type ProviderPrice,
  type ProviderSubscription,
} from '../../vendors/payments.ts'

export type Subscriber = typeof subscribers.$inferSelect

/** Marks prices that were agreed in person, which the team creates at the provider. */
export const CUSTOM_PRICE_ID = 'custom'
/** On such a price, stands in place of the number of minutes. */
const UNLIMITED_MINUTES = 'unlimited'

/** Statuses that admit calls: paid, on trial, or overdue while the payment is retried. */
export const ENTITLED_STATUSES: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']
/** Final statuses. */
export const ENDED_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
/**
 * For this time after its period, a subscription counts as renewed without confirmation, so that a lost event or an outage
 * of the provider locks no payer out.
 */
const BELIEVED_MS = 3 * 86_400_000

/** Judged by the provider's status alone. A price that is not ours gives no minutes. */
export function isEntitled({ priceId, providerStatus }: Pick<Subscriber, 'priceId' | 'providerStatus'>): boolean {
  return priceId !== null && ENTITLED_STATUSES.includes(providerStatus)
}

/** Whether a row admits calls at this time. The provider is not asked: shortly after its period, a renewal is assumed. */
export function isUsable(
  row: Pick<Subscriber, 'priceId' | 'providerStatus' | 'periodEnd' | 'endsAt'>,
  nowMs: number,
): boolean {
  const isOver = row.endsAt !== null && row.endsAt.getTime() <= nowMs
  return isEntitled(row) && !isOver && row.periodEnd.getTime() + BELIEVED_MS > nowMs
}

export const isEnded = (status: SubscriptionStatus): boolean => ENDED_STATUSES.includes(status)
/** A person with such a subscription has the plan and is not sold it again. An incomplete one was never paid. */
export const isLive = (status: SubscriptionStatus): boolean => !isEnded(status) && status !== 'incomplete'

/** The fields of a `subscribers` row that come from the provider. */
export type SyncedFields = ReturnType<typeof toSyncedFields>

/** @param email null if the provider has no address, or no longer; the stored value is then kept */
export function toSyncedFields(subscription: ProviderSubscription, email: string | null) {
  const item = subscription.items.find(({ price }) => priceIdOf(price) !== null) ?? subscription.items[0]
  const limitMinutes = item ? minutesOf(item) : null
  const periodStart = item?.periodStart ?? subscription.startedAt
  const periodEnd = item?.periodEnd ?? subscription.endedAt ?? periodStart
  const endsAt = subscription.endedAt ?? subscription.cancelAt ?? (subscription.cancelAtPeriodEnd ? periodEnd : null)
  return {
    email,
    stripeCustomerId: subscription.customerId,
    stripeSubscriptionId: subscription.id,
    // A subscription that is set to end is shown as canceled at once (decision 8); calls follow the provider's own
    // status.
    subscriptionStatus: endsAt !== null && !isEnded(subscription.status) ? ('canceled' as const) : subscription.status,
    providerStatus: subscription.status,
    subscriptionTier: item ? tierOf(item.price) : 'Custom',
    // Without minutes it is none of our plans. In the row, a limit of 0 means unlimited.
    priceId: item && limitMinutes !== null ? priceIdOf(item.price) : null,
    monthlyRevenueCents: Math.round(subscription.items.reduce((sum, each) => sum + monthlyCents(each), 0)),
    monthlyLimitMinutes: limitMinutes ?? 0,
    subscriptionStart: subscription.startedAt,
    periodStart,
    periodEnd,
    endsAt,
    createdAt: subscription.createdAt,
  }
}

/**
 * An id of contract/src/plans.ts, or `custom`. Null for a price that is not ours: the provider's account may sell other
 * things, which give no minutes. A price that lost its lookup key to a newer amount is recognised by its metadata.
 */
function priceIdOf({ lookupKey, metadata }: ProviderPrice): string | null {
  const known = [lookupKey, metadata[PRICE_KEY]].find((key) => key && findPrice(key))
  if (known) return known
  return metadata[PRICE_KEY] === CUSTOM_PRICE_ID ? CUSTOM_PRICE_ID : null
}

function tierOf(price: ProviderPrice): string {
  return findPrice(priceIdOf(price) ?? '')?.planName ?? price.nickname ?? 'Custom'
}

/**
 * 0 means unlimited; null means no minutes. The minutes promised in the price's metadata take precedence over the plan's
 * current ones.
 */
function minutesOf({ price, quantity }: ProviderItem): number | null {
  const promised = price.metadata['minutes']
  if (promised === UNLIMITED_MINUTES && quantity > 0) return 0
  const minutes = Number(promised)
  const each =
    Number.isSafeInteger(minutes) && minutes > 0 ? minutes : (findPrice(priceIdOf(price) ?? '')?.minutes ?? 0)
  return each * quantity || null
}

const MONTHS_IN: Record<BillingInterval, number> = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 }

function monthlyCents({ price, quantity }: ProviderItem): number {
  return (price.unitAmountCents * quantity) / (MONTHS_IN[price.interval] * price.intervalCount)
}
