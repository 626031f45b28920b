import type { MySubscription } from '#contract/billing.ts'
import { dollars, findPrice } from '#contract/plans.ts'
import { formatDay } from '../../lib/formatting.ts'

const MINUTES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const TENTHS = 10

type Minutes = Pick<MySubscription, 'usedMinutes' | 'limitMinutes'>

/**
 * Minutes left ("126.6 minutes left") and minutes used ("123.4 of 250 used"), which always add up to the plan's
 * minutes. Minutes left are rounded down, so that a person never has less than is shown. `limitMinutes` is null when
 * the plan has no limit.
 */
export function minuteWords({ usedMinutes, limitMinutes }: Minutes): { left: string; used: string } {
  if (limitMinutes === null) {
    return { left: 'Unlimited minutes', used: `${MINUTES.format(usedMinutes)} used in this period` }
  }
  const limit = MINUTES.format(limitMinutes)
  if (usedMinutes >= limitMinutes) return { left: 'No minutes left', used: `All ${limit} used` }
  const left = Math.floor((limitMinutes - usedMinutes) * TENTHS + 1e-6) / TENTHS
  if (left === 0) return { left: 'A few seconds left', used: `Nearly all ${limit} used` }
  return {
    left: `${MINUTES.format(left)} ${left === 1 ? 'minute' : 'minutes'} left`,
    used: `${MINUTES.format(limitMinutes - left)} of ${limit} used`,
  }
}

/** "$9.99 a month"; for a plan that is not on the price list, that its price was agreed. */
export function priceWords({ priceId }: Pick<MySubscription, 'priceId'>): string {
  const price = findPrice(priceId ?? '')
  if (price === undefined) return 'Price as agreed'
  return `${dollars(price.cents)} ${price.period === 'annual' ? 'a year' : 'a month'}`
}

/** What happens next with a subscription, in one or two sentences. */
export function whatComesNext(subscription: MySubscription, timeZone?: string): string {
  const { status, isUsable, endsAt, periodEnd, usedMinutes, limitMinutes } = subscription
  const isUsedUp = limitMinutes !== null && usedMinutes >= limitMinutes
  if (endsAt !== null) {
    const day = formatDay(endsAt, timeZone)
    if (!isUsable) return `Ended on ${day}.`
    const meanwhile = isUsedUp ? 'Until then you' : 'Until then you can use your minutes, and you'
    return `Ends on ${day} and is not charged again. ${meanwhile} can undo the cancellation.`
  }
  const day = formatDay(periodEnd, timeZone)
  switch (status) {
    case 'active':
    case 'trialing':
      if (isUsedUp) return `Renews on ${day}, and your minutes start again. A larger plan gives you more at once.`
      return `Renews on ${day}. Your minutes start again then.`
    case 'past_due':
      return 'The last payment did not go through. To keep your plan, enter another card under “Change or cancel”.'
    case 'unpaid':
      return 'The plan is on hold because a payment is missing. Pay it under “Change or cancel” to continue.'
    case 'incomplete':
      return 'The first payment is not complete yet. You can complete it under “Change or cancel”.'
    case 'paused':
      return 'The plan is paused. Nothing is charged meanwhile.'
    case 'unknown':
      return 'The payment provider has changed the plan. You can see how under “Change or cancel”.'
    case 'canceled':
    case 'incomplete_expired':
      return isUsable ? `Its period ends on ${day}.` : 'This plan has ended.'
  }
}

/** Separates plans that have ended for good from the others. */
export function sortPlans(subscriptions: readonly MySubscription[]) {
  const isPast = ({ isUsable, status }: MySubscription) =>
    !isUsable && (status === 'canceled' || status === 'incomplete_expired')
  return { current: subscriptions.filter((one) => !isPast(one)), past: subscriptions.filter(isPast) }
}
