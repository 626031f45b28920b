import type { MySubscription } from '#contract/billing.ts'
import { findPrice, isBusinessPlan } from '#contract/plans.ts'
import { api, successBody } from '../../lib/api.ts'
import { formatDay } from '../../lib/formatting.ts'
import { readStored, writeStored } from '../../lib/local-store.ts'
import { notify, type Notice } from '../../lib/notify.ts'
import { pause } from '../../lib/pause.ts'
import { keepOwnPlans } from './read-own-plans.ts'

/** The result of a checkout, for the person who returns from it. */
export type Outcome =
  | { kind: 'active'; subscription: MySubscription }
  /** Paid, but not or not yet assigned to the account that is signed in here. */
  | { kind: 'paid'; planName: string | null; email: string | null; isSignedIn: boolean }
  | { kind: 'unpaid' }
  /** Nothing is known. A request's error message would mislead a person who has just paid. */
  | { kind: 'unknown' }

/** The server learns of a payment a moment after the provider, so it is asked again after these pauses. */
const WAITS_MS = [1_000, 2_000, 4_000]
const LONG_MS = 20_000

/**
 * @param sessionId from the address that the payment page redirected to; some payment links have none
 * @param isStillThere whether the person is where the payment page has led, and has not begun something else meanwhile
 */
export async function welcomeBack(
  sessionId: string | null,
  goTo: (path: string) => void,
  isStillThere: () => boolean,
): Promise<void> {
  const visit = readStored('checkoutVisit')
  // Read from storage, since the session is not known yet in the page's first rendering.
  const isSignedIn = readStored('session') !== null
  const outcome = await readOutcome(sessionId, visit, isSignedIn)
  writeStored('checkoutVisit', null)
  notify(noticeOf(outcome, goTo))
  // The notice disappears, but the list of assistants shows what the plan has changed.
  const isForAssistants = outcome.kind === 'active' && isForBusiness(outcome.subscription)
  if (isForAssistants && isStillThere()) goTo('/assistants')
}

function isForBusiness({ priceId }: MySubscription): boolean {
  const price = findPrice(priceId ?? '')
  return price !== undefined && isBusinessPlan(price.planId)
}

async function readOutcome(sessionId: string | null, visit: string | null, isSignedIn: boolean): Promise<Outcome> {
  try {
    const json = { sessionId: sessionId ?? undefined, visit: visit ?? undefined }
    const { checkout, billing } = await successBody(api.api.billing.refresh.$post({ json }))
    if (checkout !== null && checkout.status !== 'complete') return { kind: 'unpaid' }
    const priceId = checkout?.priceId ?? null
    let own = billing?.subscriptions ?? []
    for (const waitMs of isSignedIn ? [0, ...WAITS_MS] : []) {
      if (waitMs > 0) {
        await pause(waitMs)
        own = (await successBody(api.api.billing.me.$get({}))).subscriptions
      }
      // Other tabs offer the plan until they learn that it was bought.
      const viewerId = readStored('session')?.user.id
      if (viewerId !== undefined) keepOwnPlans(viewerId, own)
      const subscription = planThatWasPaid(own, priceId)
      if (subscription !== undefined) return { kind: 'active', subscription }
    }
    const planName = findPrice(priceId ?? '')?.planName ?? null
    return { kind: 'paid', planName, email: checkout?.email ?? null, isSignedIn }
  } catch {
    return { kind: 'unknown' }
  }
}

/** Finds the plan that was paid. When `priceId` is null because that is unknown, takes the newest one. */
export function planThatWasPaid(
  subscriptions: readonly MySubscription[],
  priceId: string | null,
): MySubscription | undefined {
  return subscriptions.find((one) => one.isUsable && (priceId === null || one.priceId === priceId))
}

export function noticeOf(outcome: Outcome, goTo: (path: string) => void): Notice {
  const account = { label: 'Your account', onPress: () => goTo('/account') }
  switch (outcome.kind) {
    case 'active': {
      const { plan, limitMinutes, periodEnd } = outcome.subscription
      const forBusiness = isForBusiness(outcome.subscription)
      const minutes = limitMinutes === null ? 'as many minutes as you like' : `${limitMinutes} minutes`
      return {
        kind: 'success',
        title: `Your plan ${plan} is active`,
        description: `You have ${minutes} until ${formatDay(periodEnd)}.${forBusiness ? ' Assistants that were waiting for it are now live.' : ''}`,
        action: forBusiness ? { label: 'My assistants', onPress: () => goTo('/assistants') } : account,
        durationMs: LONG_MS,
      }
    }
    case 'paid': {
      const { planName, isSignedIn, email } = outcome
      const address = email ?? 'the address you paid with'
      return {
        kind: 'success',
        title: planName === null ? 'Your payment has arrived' : `Your payment for ${planName} has arrived`,
        description: isSignedIn
          ? `Your plan appears on your account within a minute, and the receipt is on its way to ${address}.`
          : `We have sent an email to ${address}, with your receipt and the link that adds the plan to an account. Open that link, then log in or sign up.`,
        action: isSignedIn ? account : { label: 'Log in', onPress: () => goTo('/auth') },
        durationMs: LONG_MS,
      }
    }
    case 'unpaid':
      return {
        kind: 'plain',
        title: 'Nothing was paid',
        description: 'No plan was started. Choose one whenever you like.',
      }
    case 'unknown':
      return {
        kind: 'plain',
        title: 'We could not check your payment yet',
        description: 'If you paid, your payment is safe, and your plan will appear on your account within minutes.',
        action: account,
        durationMs: LONG_MS,
      }
  }
}
