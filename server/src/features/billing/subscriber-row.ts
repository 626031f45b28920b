import { findPrice } from '#contract/plans.ts'
import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import type { subscribers } from '../../infra/db/schema/subscribers.ts'
import type { BillingInterval, ProviderItem, ProviderPrice, ProviderSubscription } from '../../vendors/payments.ts'
import { PRICE_KEY } from '../../vendors/payments.ts'

export type Subscriber = typeof subscribers.$inferSelect

/** For prices that were agreed in person: the team makes them at the provider and marks them with this. */
export const CUSTOM_PRICE_ID = 'custom'
/** On such a price, in place of a number of minutes. */
const UNLIMITED_MINUTES = 'unlimited'

/** With these, calls are let in: paid, tried for free, or late with a payment that is being tried again. */
export const ENTITLED_STATUSES: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due']
/** Over for good. */
export const ENDED_STATUSES: readonly SubscriptionStatus[] = ['canceled', 'incomplete_expired']
/** A renewal that was not heard of is believed for so long: a lost event or a bad day of the provider locks no payer out. */
const BELIEVED_MS = 3 * 86_400_000

/** By the provider's own word. A price that is not ours gives no minutes. */
export function isEntitled({ priceId, providerStatus }: Pick<SyncedFields, 'priceId' | 'providerStatus'>): boolean {
  return priceId !== null && ENTITLED_STATUSES.includes(providerStatus)
}

/** Whether a row lets calls in at this time, by itself: nothing is asked, so a renewal after its period is believed. */
export function isUsable(
  row: Pick<SyncedFields, 'priceId' | 'providerStatus' | 'periodEnd' | 'endsAt'>,
  nowMs: number,
): boolean {
  const isOver = row.endsAt !== null && row.endsAt.getTime() <= nowMs
  return isEntitled(row) && !isOver && row.periodEnd.getTime() + BELIEVED_MS > nowMs
}

export const isEnded = (status: SubscriptionStatus): boolean => ENDED_STATUSES.includes(status)
/** With one of these, a person has the plan and is not sold it again. An incomplete one was never paid. */
export const isLive = (status: SubscriptionStatus): boolean => !isEnded(status) && status !== 'incomplete'

/** What of a `subscribers` row comes from the provider. */
export interface SyncedFields {
  /** Null where the provider has none (any more): the stored value stays. */
  email: string | null
  stripeCustomerId: string
  stripeSubscriptionId: string
  subscriptionStatus: SubscriptionStatus
  providerStatus: SubscriptionStatus
  subscriptionTier: string
  priceId: string | null
  monthlyRevenueCents: number
  monthlyLimitMinutes: number
  subscriptionStart: Date
  periodStart: Date
  periodEnd: Date
  endsAt: Date | null
  createdAt: Date
}

export function toSyncedFields(subscription: ProviderSubscription, email: string | null): SyncedFields {
  const item = subscription.items.find(({ price }) => priceIdOf(price) !== null) ?? subscription.items[0]
  const limitMinutes = item ? minutesOf(item) : null
  const periodStart = item?.periodStart ?? subscription.startedAt
  const periodEnd = item?.periodEnd ?? subscription.endedAt ?? periodStart
  const endsAt = subscription.endedAt ?? subscription.cancelAt ?? (subscription.cancelAtPeriodEnd ? periodEnd : null)
  return {
    email,
    stripeCustomerId: subscription.customerId,
    stripeSubscriptionId: subscription.id,
    // A subscription that is set to end is shown as canceled at once (decision 8); calls go by the provider's own word.
    subscriptionStatus: endsAt !== null && !isEnded(subscription.status) ? 'canceled' : subscription.status,
    providerStatus: subscription.status,
    subscriptionTier: item ? tierOf(item.price) : 'Custom',
    // None at all is no plan; 0 in the row says that there is no limit.
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
 * Of contract/src/plans.ts, or `custom`. Null for a price that is not ours: an account at the provider may sell other things,
 * and those give no minutes. A price whose key has moved to a newer amount is known by its mark.
 */
export function priceIdOf({ lookupKey, metadata }: ProviderPrice): string | null {
  const known = [lookupKey, metadata[PRICE_KEY]].find((key) => key && findPrice(key))
  if (known) return known
  return metadata[PRICE_KEY] === CUSTOM_PRICE_ID ? CUSTOM_PRICE_ID : null
}

function tierOf(price: ProviderPrice): string {
  return findPrice(priceIdOf(price) ?? '')?.planName ?? price.nickname ?? 'Custom'
}

/** 0: without a limit; null: none at all. What was promised when the price was made counts for more than what the plan holds today. */
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
