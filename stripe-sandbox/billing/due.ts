import type { HiddenSubscription } from '../kinds.ts'
import type { WireSubscription } from '../wire/wire-types.ts'

/** What time does to a subscription, in the order that counts when two fall on the same second. */
export type DueStep = 'trial-notice' | 'give-up-incomplete' | 'finalize-draft' | 'retry' | 'cancel' | 'renew'

export interface Due {
  step: DueStep
  at: number
}

type Hidden = Pick<HiddenSubscription, 'retry' | 'draft' | 'incompleteUntil' | 'trialNoticeAt'>

/** The next thing that time does to it; undefined when it is over or nothing is to come. */
export function nextDue(subscription: WireSubscription, hidden: Hidden): Due | undefined {
  const { status } = subscription
  if (status === 'canceled' || status === 'incomplete_expired') return undefined
  const candidates: (Due | undefined)[] = [
    due('trial-notice', hidden.trialNoticeAt),
    due('give-up-incomplete', hidden.incompleteUntil),
    due('finalize-draft', hidden.draft?.finalizesAt),
    due('retry', hidden.retry?.at),
    due('cancel', subscription.cancel_at),
  ]
  if (status !== 'incomplete' && status !== 'paused') {
    candidates.push(due('renew', subscription.items.data[0]?.current_period_end))
  }
  const [first, ...others] = candidates.filter((one) => one !== undefined)
  return first && others.reduce((earliest, one) => (one.at < earliest.at ? one : earliest), first)
}

export function dueOf(subscription: WireSubscription, hidden: Hidden): number | null {
  return nextDue(subscription, hidden)?.at ?? null
}

function due(step: DueStep, at: number | null | undefined): Due | undefined {
  return at === null || at === undefined ? undefined : { step, at }
}
