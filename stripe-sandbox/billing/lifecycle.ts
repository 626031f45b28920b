import type { Stored } from '../kinds.ts'
import type { WireSubscription } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import { attemptPayment, payingMethod, recoverSubscription } from './collect.ts'
import { dueOf, nextDue, type DueStep } from './due.ts'
import { createDraft, finalizeInvoice } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { periodLines, planOf, sharedRecurring } from './start-subscription.ts'

const DAY_SECONDS = 86_400
/** How long after each failure the next try comes; after the last one the subscription's fate is decided. */
const RETRY_DAYS = [3, 5, 7]

type Subscription = Stored<'subscription'>

/** Lets time pass for one subscription, a step at a time and each at its own moment, until it has caught up. */
export async function catchUp(work: Work, subscription: Subscription, until: number): Promise<Subscription> {
  let current = subscription
  for (;;) {
    const due = nextDue(current.data, current.hidden)
    if (!due || due.at > until) return current
    current = await STEPS[due.step](work.at(due.at), current)
  }
}

const STEPS: Readonly<Record<DueStep, (work: Work, subscription: Subscription) => Promise<Subscription>>> = {
  async 'trial-notice'(work, subscription) {
    await work.emit('customer.subscription.trial_will_end', subscription.data, await timeOf(work, subscription))
    return save(work, subscription, {}, { trialNoticeAt: null })
  },

  async 'give-up-incomplete'(work, subscription) {
    const now = await timeOf(work, subscription)
    const invoice = await work.find('invoice', subscription.data.latest_invoice ?? '')
    if (invoice?.data.status === 'open') {
      const transitions = { ...invoice.data.status_transitions, voided_at: now }
      const data = { status: 'void' as const, auto_advance: false, status_transitions: transitions }
      await work.update(invoice, { data }, 'invoice.voided')
    }
    return save(work, subscription, { status: 'incomplete_expired', ended_at: now }, { incompleteUntil: null })
  },

  'finalize-draft': finalizeRenewal,
  retry: retryPayment,

  async cancel(work, subscription) {
    return cancelSubscription(work, subscription)
  },

  renew,
}

const timeOf = (work: Work, subscription: Subscription) => work.nowOn(subscription.data.test_clock)

/** Writes a change together with the moment at which time changes it next. */
export async function save(
  work: Work,
  subscription: Subscription,
  data: Partial<WireSubscription>,
  hidden: Partial<Subscription['hidden']> = {},
): Promise<Subscription> {
  const next = { ...subscription.hidden, ...hidden }
  const dueAt = dueOf({ ...subscription.data, ...data }, next)
  return work.update(subscription, { data, hidden: { ...next, dueAt } }, 'customer.subscription.updated')
}

/** The next period begins, with a draft of its invoice. */
async function renew(work: Work, subscription: Subscription): Promise<Subscription> {
  const { data, hidden } = subscription
  const now = await timeOf(work, subscription)
  const customer = await work.need('customer', data.customer)
  const wasTrial = data.status === 'trialing'
  const method = await payingMethod(work, customer, subscription)
  const withoutCard = data.trial_settings?.end_behavior.missing_payment_method
  if (wasTrial && !method && withoutCard === 'cancel') return cancelSubscription(work, subscription)
  if (wasTrial && !method && withoutCard === 'pause') {
    const paused = await save(work, subscription, { status: 'paused' })
    await work.emit('customer.subscription.paused', paused.data, now)
    return paused
  }
  const { scheduledPrice: price } = hidden
  const sold = price ? data.items.data.map((item) => ({ ...item, price, plan: planOf(price) })) : data.items.data
  const was = sharedRecurring(data.items.data)
  const { interval, interval_count: count } = sharedRecurring(sold)
  const anchor = interval === was.interval && count === was.interval_count ? data.billing_cycle_anchor : now
  const period = { start: now, end: periodEndAfter(anchor, interval, count, now) }
  const items = sold.map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }))
  const lines = [...hidden.prorations, ...(await periodLines(work, data, items, period))]
  const reason = 'subscription_cycle' as const
  const invoice = await createDraft(work, { subscription: data, customer, lines, reason, period })
  const isHeld = data.status === 'unpaid' || data.pause_collection?.behavior === 'keep_as_draft'
  const finalizesAt = now + work.settings.draftSeconds
  await work.update(invoice, {
    data: isHeld ? { auto_advance: false } : { automatically_finalizes_at: finalizesAt },
  })
  return save(
    work,
    subscription,
    {
      items: { ...data.items, data: items },
      billing_cycle_anchor: anchor,
      latest_invoice: invoice.id,
      ...(wasTrial ? { status: 'active' as const } : {}),
      // A date of the last period is filled in anew for the next one.
      ...(data.cancel_at_period_end ? { cancel_at: period.end } : {}),
    },
    {
      prorations: [],
      scheduledPrice: null,
      draft: isHeld ? null : { invoice: invoice.id, finalizesAt },
      trialNoticeAt: null,
    },
  )
}

async function finalizeRenewal(work: Work, subscription: Subscription): Promise<Subscription> {
  const draft = await work.need('invoice', subscription.hidden.draft?.invoice ?? '')
  const open = await finalizeInvoice(work, draft)
  const paused = subscription.data.pause_collection?.behavior
  if (paused) {
    const now = await timeOf(work, subscription)
    const isVoid = paused === 'void'
    const moment = isVoid ? { voided_at: now } : { marked_uncollectible_at: now }
    const data = {
      status: isVoid ? ('void' as const) : ('uncollectible' as const),
      auto_advance: false,
      status_transitions: { ...open.data.status_transitions, ...moment },
    }
    await work.update(open, { data }, isVoid ? 'invoice.voided' : 'invoice.marked_uncollectible')
    return save(work, subscription, {}, { draft: null })
  }
  const settled = await save(work, subscription, {}, { draft: null })
  return charged(work, settled, open, RETRY_DAYS.length)
}

async function retryPayment(work: Work, subscription: Subscription): Promise<Subscription> {
  const { invoice, attemptsLeft = 0 } = subscription.hidden.retry ?? {}
  const open = await work.need('invoice', invoice ?? '')
  if (open.data.status !== 'open') return save(work, subscription, {}, { retry: null })
  return charged(work, subscription, open, attemptsLeft)
}

/** Charges an invoice without anybody there, and lets the subscription bear the outcome. */
async function charged(
  work: Work,
  subscription: Subscription,
  open: Stored<'invoice'>,
  attemptsLeft: number,
): Promise<Subscription> {
  const customer = await work.need('customer', subscription.data.customer)
  const method = await payingMethod(work, customer, subscription)
  const { invoice, decline } = await attemptPayment(work, open, method, { personIsThere: false })
  if (!decline) return recoverSubscription(work, subscription, invoice)

  const now = await timeOf(work, subscription)
  const waitDays = RETRY_DAYS[RETRY_DAYS.length - attemptsLeft]
  if (waitDays !== undefined && attemptsLeft > 0) {
    const at = now + waitDays * DAY_SECONDS
    await work.update(invoice, { data: { next_payment_attempt: at } }, 'invoice.updated')
    // An older invoice that is being tried keeps its turn.
    const older = subscription.hidden.retry
    const retry =
      older && older.invoice !== invoice.id ? older : { invoice: invoice.id, attemptsLeft: attemptsLeft - 1, at }
    return save(work, subscription, behind(subscription.data), { retry })
  }
  await work.update(invoice, { data: { next_payment_attempt: null, auto_advance: false } }, 'invoice.updated')
  const { afterLastRetry } = work.settings
  if (afterLastRetry === 'canceled') return cancelSubscription(work, subscription, { reason: 'payment_failed' })
  const status = subscription.data.status === 'unpaid' ? 'unpaid' : afterLastRetry
  return save(work, subscription, { status }, { retry: null })
}

function behind({ status }: WireSubscription): Partial<WireSubscription> {
  return status === 'active' || status === 'trialing' ? { status: 'past_due' } : {}
}
