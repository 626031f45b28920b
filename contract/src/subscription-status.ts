/** How a subscription's status is shown, and which actions it allows (spec sections 4 and 9). No I/O. */

/** The payment provider's names of the statuses. `unknown` stands for a status of a later version of its API. */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
  'unknown',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export type StatusColour = 'green' | 'red' | 'yellow' | 'orange' | 'grey'
export type TierColour = 'blue' | 'purple' | 'gold' | 'grey'

const STATUS_COLOURS: Readonly<Record<SubscriptionStatus, StatusColour>> = {
  active: 'green',
  canceled: 'red',
  past_due: 'yellow',
  unpaid: 'orange',
  incomplete: 'grey',
  incomplete_expired: 'grey',
  trialing: 'grey',
  paused: 'grey',
  unknown: 'grey',
}

const TIER_COLOURS = new Map<string, TierColour>(
  Object.entries({ Basic: 'blue', Premium: 'purple', Enterprise: 'gold' }),
)

export function statusColour(status: SubscriptionStatus): StatusColour {
  return STATUS_COLOURS[status]
}

/** Tiers that are not in the table are grey. */
export function tierColour(tier: string): TierColour {
  return TIER_COLOURS.get(tier) ?? 'grey'
}

export type SubscriptionAction = 'customer_portal' | 'cancel' | 'reactivate'

/** An active subscription can be canceled, a canceled one reactivated; the customer portal is always offered. */
export function subscriptionActions(status: SubscriptionStatus): readonly SubscriptionAction[] {
  if (status === 'active') return ['cancel', 'customer_portal']
  if (status === 'canceled') return ['reactivate', 'customer_portal']
  return ['customer_portal']
}

export interface Usage {
  usedMinutes: number
  /** 0 when the plan has no limit. */
  limitMinutes: number
  exceeded: boolean
}

/** The width of the usage bar in percent, at most 100; null when no bar is shown. */
export function usageBarPercent({ usedMinutes, limitMinutes, exceeded }: Usage): number | null {
  if (limitMinutes <= 0 || exceeded) return null
  return Math.min(100, Math.max(0, (usedMinutes / limitMinutes) * 100))
}

/** From this share of the minutes on, the subscriber is warned that they are running low. */
export const APPROACHING_PERCENT = 80

export type UsageAlertType = 'exceeded' | 'approaching'

export function usageAlert({ usedMinutes, limitMinutes, exceeded }: Usage): UsageAlertType | null {
  if (limitMinutes <= 0) return null
  if (exceeded || usedMinutes >= limitMinutes) return 'exceeded'
  return (usedMinutes / limitMinutes) * 100 >= APPROACHING_PERCENT ? 'approaching' : null
}
