import { attemptPayment, payingMethod, recoverSubscription } from '../billing/collect.ts'
import { createDraft, finalizeInvoice } from '../billing/invoices.ts'
import { save } from '../billing/lifecycle.ts'
import { periodEndAfter } from '../billing/periods.ts'
import { periodOf } from '../billing/change-subscription.ts'
import { periodLines, sharedRecurring } from '../billing/start-subscription.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireSubscription } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

/** Stops a subscription until it is resumed: no periods, no invoices. */
export async function pauseSubscription(work: Work, id: string): Promise<WireSubscription> {
  const subscription = await work.need('subscription', id)
  const { status } = subscription.data
  if (status !== 'active' && status !== 'past_due') {
    throw new StripeError(`You cannot pause a subscription with the status ${status}.`)
  }
  const now = await work.nowOn(subscription.data.test_clock)
  const paused = await save(
    work,
    subscription,
    {
      status: 'paused',
      status_details: {
        paused: { subscription: { type: 'pause_requested' }, transitioned_at: now, type: 'subscription' },
      },
    },
    { retry: null },
  )
  await work.emit('customer.subscription.paused', paused.data, now)
  return paused.data
}

/** Begins a paused subscription again: with a new period, or in the one that its old rhythm puts it in. */
export async function resumeSubscription(
  work: Work,
  id: string,
  anchorFrom: 'now' | 'unchanged',
): Promise<WireSubscription> {
  const subscription = await work.need('subscription', id)
  const { data } = subscription
  if (data.status !== 'paused') {
    throw new StripeError(`You can only resume subscriptions with status \`paused\`; this one is \`${data.status}\`.`)
  }
  const now = await work.nowOn(data.test_clock)
  const { interval, interval_count: count } = sharedRecurring(data.items.data)
  const before = periodOf(data)
  const isPaidFor = anchorFrom === 'unchanged' && before.end > now
  const anchor = anchorFrom === 'now' ? now : data.billing_cycle_anchor
  const period = isPaidFor ? before : { start: now, end: periodEndAfter(anchor, interval, count, now) }
  const items = data.items.data.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }))
  const { status_details: _, ...rest } = data
  const unpaused = { ...subscription, data: rest }
  const change = {
    status: 'active' as const,
    billing_cycle_anchor: anchor,
    items: { ...data.items, data: items },
    ...(data.cancel_at_period_end ? { cancel_at: period.end } : {}),
  }
  if (isPaidFor) {
    const resumed = await save(work, unpaused, change)
    await work.emit('customer.subscription.resumed', resumed.data, now)
    return resumed.data
  }
  const customer = await work.need('customer', data.customer)
  const lines = [...subscription.hidden.prorations, ...(await periodLines(work, data, items, period))]
  const reason = 'subscription_cycle' as const
  const draft = await createDraft(work, { subscription: data, customer, lines, reason, period })
  const open = await finalizeInvoice(work, draft)
  const method = await payingMethod(work, customer, subscription)
  const { invoice, decline } = await attemptPayment(work, open, method, { personIsThere: false })
  const status = decline ? ('past_due' as const) : ('active' as const)
  const saved = await save(work, unpaused, { ...change, status, latest_invoice: invoice.id }, { prorations: [] })
  const resumed = decline ? saved : await recoverSubscription(work, saved, invoice)
  await work.emit('customer.subscription.resumed', resumed.data, now)
  return resumed.data
}
