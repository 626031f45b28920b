import { and, eq, inArray } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Stored } from '../kinds.ts'
import type { WireSubscription } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

type Details = NonNullable<WireSubscription['cancellation_details']>

/** Ends a subscription for good. What is open of its invoices stays open, but nobody is charged for it any more. */
export async function cancelSubscription(
  work: Work,
  subscription: Stored<'subscription'>,
  details: Partial<Details> = {},
): Promise<Stored<'subscription'>> {
  const { data } = subscription
  const now = await work.nowOn(data.test_clock)
  await stopCollecting(work, subscription)
  const canceled: Partial<WireSubscription> = {
    canceled_at: data.canceled_at ?? now,
    cancellation_details: { ...detailsOf(data), reason: 'cancellation_requested', ...details },
    ended_at: now,
    status: 'canceled',
  }
  const over = {
    dueAt: null,
    retry: null,
    draft: null,
    incompleteUntil: null,
    trialNoticeAt: null,
    prorations: [],
    scheduledPrice: null,
  }
  const ended = await work.update(subscription, { data: canceled, hidden: over })
  await work.emit('customer.subscription.deleted', ended.data, now)
  return ended
}

export function detailsOf(subscription: WireSubscription): Details {
  return subscription.cancellation_details ?? { comment: null, feedback: null, feedback_option: null, reason: null }
}

async function stopCollecting(work: Work, subscription: Stored<'subscription'>): Promise<void> {
  const pending = await work.findAll(
    'invoice',
    and(eq(objects.subscription, subscription.id), inArray(objects.status, ['draft', 'open'])),
  )
  for (const invoice of pending) {
    await work.update(invoice, { data: { auto_advance: false, next_payment_attempt: null } }, 'invoice.updated')
  }
}
