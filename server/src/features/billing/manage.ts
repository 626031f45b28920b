import { eq, or } from 'drizzle-orm'
import type { ManageRequest } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { isPaymentsError, type ProviderCustomer, type ProviderSubscription } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { checkoutPages, isOfSameKind } from './checkout.ts'
import { createTurns } from './one-at-a-time.ts'
import { findUser } from './subscriber-store.ts'
import { subscriptionsOf } from './owned-subscriptions.ts'
import { createPriceBook } from './products.ts'
import { isEnded, type Subscriber } from './subscriber-row.ts'
import type { Sync } from './sync.ts'

interface ManageDeps {
  db: Database
  payments: Payments
  sync: Pick<Sync, 'syncCustomer'>
  publicUrl: string
  nowMs?: () => number
}

/** A repeated click on the same action within this time has no further effect. */
const SAME_CLICK_MS = 60_000

/** The team's actions on a subscription (decision 8). Each is idempotent. */
export function createManage({ db, payments, sync, publicUrl, nowMs = Date.now }: ManageDeps) {
  const inTurn = createTurns()
  const providerPriceOf = createPriceBook(payments)

  async function find({ subscriptionId, email }: ManageRequest): Promise<Subscriber> {
    const [row] = await db.select().from(subscribers).where(eq(subscribers.stripeSubscriptionId, subscriptionId))
    if (row && row.email === email.trim().toLowerCase()) return row
    throw new AppError('not-found', {
      detail: 'There is no such subscription with that email address. Sync from Stripe and try again.',
    })
  }

  async function cancel(subscription: ProviderSubscription): Promise<void> {
    if (isEnded(subscription.status) || subscription.cancelAtPeriodEnd || subscription.cancelAt) return
    // Nothing has been paid yet, so there is no paid period to use up first.
    if (subscription.status === 'incomplete') await payments.cancelNow(subscription.id)
    else await payments.cancelLater(subscription.id)
  }

  async function reactivate(row: Subscriber, subscription: ProviderSubscription): Promise<{ url?: string }> {
    if (!isEnded(subscription.status)) {
      if (subscription.cancelAtPeriodEnd || subscription.cancelAt) await payments.keep(subscription)
      return {}
    }
    const own = row.userId ? await subscriptionsOf(db, row.userId) : []
    const others = [...own, ...(await rowsOfPayer(row))]
    if (row.priceId && others.some((other) => isOfSameKind(other, row.priceId ?? ''))) {
      throw new AppError('already-subscribed')
    }
    const customer = await payments.findCustomer(row.stripeCustomerId)
    const method =
      customer &&
      !(await hasLeft(customer)) &&
      (customer.paymentMethodId ?? subscription.paymentMethodId ?? (await payments.findPaymentMethod(customer.id)))
    const items = await Promise.all(
      subscription.items.map(async ({ price, quantity }) => ({
        // The plan's current price, if the plan is still sold.
        providerPriceId: (row.priceId && (await providerPriceOf(row.priceId))) || price.id,
        quantity,
      })),
    )
    const [first] = items
    if (!first) throw new AppError('payments-unavailable')
    const click = Math.floor(nowMs() / SAME_CLICK_MS)
    if (method) {
      try {
        const idempotencyKey = `voxhall-reactivate-${subscription.id}-${click}`
        await payments.subscribe({ customerId: customer.id, items, paymentMethodId: method, idempotencyKey })
        return {}
      } catch (error) {
        // The card was declined or has been removed meanwhile, so the person has to choose another one.
        if (!isPaymentsError(error, 'declined') && !isPaymentsError(error, 'missing')) throw error
      }
    }
    const checkout = await payments.createCheckout({
      providerPriceId: first.providerPriceId,
      priceId: row.priceId ?? '',
      customerId: customer?.id,
      userId: row.userId ?? undefined,
      ...checkoutPages(publicUrl),
      idempotencyKey: `voxhall-reactivate-checkout-${subscription.id}-${click}`,
    })
    return checkout.url === null ? {} : { url: checkout.url }
  }

  /** Whether the customer's account was deleted. A person who has left is not charged without asking. */
  async function hasLeft({ userId }: ProviderCustomer): Promise<boolean> {
    return userId !== null && (await findUser(db, userId)) === null
  }

  /** Includes other customers with the same address, since each checkout without an account makes a customer. */
  function rowsOfPayer({ stripeCustomerId, email }: Subscriber): Promise<Subscriber[]> {
    const isSameAddress = email === '' ? undefined : eq(subscribers.email, email)
    return db
      .select()
      .from(subscribers)
      .where(or(eq(subscribers.stripeCustomerId, stripeCustomerId), isSameAddress))
  }

  return (request: ManageRequest): Promise<{ url?: string }> =>
    inTurn(request.subscriptionId, async () => {
      const row = await find(request)
      if (request.action === 'customer_portal') {
        return payments.openPortal(row.stripeCustomerId, `${publicUrl}/`).then(({ url }) => ({ url }))
      }
      // Our row may be out of date; the provider's state decides.
      await sync.syncCustomer(row.stripeCustomerId)
      const subscription = await payments.readSubscription(row.stripeSubscriptionId)
      const answer =
        request.action === 'cancel' ? (await cancel(subscription), {}) : await reactivate(row, subscription)
      await sync.syncCustomer(row.stripeCustomerId)
      return answer
    })
}
