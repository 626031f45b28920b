import { and, eq, gte, inArray } from 'drizzle-orm'
import type { MyBilling, MySubscription, RefreshRequest, RefreshResponse } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { findPrice } from '#contract/plans.ts'
import type { Database } from '../../infra/db/client.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { PaymentsError, type CheckoutSession, type ProviderEvent } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import { portalReturn } from './checkout.ts'
import type { Claims } from './claims.ts'
import { customersOf, type Person } from './customers.ts'
import { RETURN_TYPE, type BillingEvents } from './events.ts'
import { listInvoices } from './invoices.ts'
import { subscriptionsOf, unclaimedOf } from './owned-subscriptions.ts'
import { forPerson } from './payments-problem.ts'
import { isEnded, isEntitled, isLive, isUsable, type Subscriber } from './subscriber-row.ts'
import type { Sync } from './sync.ts'
import { MINUTE_MS } from './usage-sums.ts'

interface MyBillingDeps {
  db: Database
  payments: Payments
  sync: Pick<Sync, 'syncCustomer'>
  events: Pick<BillingEvents, 'receive' | 'readNow' | 'isBehind'>
  claims: Pick<Claims, 'remind'>
  publicUrl: string
}

export function createMyBilling({ db, payments, sync, events, claims, publicUrl }: MyBillingDeps) {
  /** Reads only our own rows, without asking the provider. */
  async function read({ userId }: Person): Promise<MyBilling> {
    const rows = await subscriptionsOf(db, userId)
    const customers = await customersOf(db, userId, rows)
    return {
      subscriptions: rows.toReversed().map(toView),
      hasPortal: customers.length > 0,
      isStale: customers.length > 0 && (await events.isBehind(customers)),
      asOf: new Date().toISOString(),
    }
  }

  /** Reads a checkout from the provider. If the provider can't be reached, the purchase is read as soon as it answers. */
  async function readSession(sessionId: string, person: Person | null): Promise<CheckoutSession> {
    try {
      return await payments.readCheckout(sessionId)
    } catch (error) {
      if (person && error instanceof PaymentsError) {
        const own = await customersOf(db, person.userId)
        for (const customerId of own) await events.receive(returnEvent(customerId, sessionId), error)
      }
      throw error
    }
  }

  /** Reads the customer of a completed checkout, unless its event has arrived already. */
  async function takeIn({ id, status, customerId, subscriptionId }: CheckoutSession): Promise<void> {
    if (status !== 'complete' || customerId === null) return
    const bought = eq(subscribers.stripeSubscriptionId, subscriptionId ?? '')
    const paid = await db.select().from(subscribers).where(bought)
    if (!paid.some(isEntitled)) await events.readNow(returnEvent(customerId, id))
  }

  /** Reads a person's customers, except those that have been read since the person left for the portal. */
  async function readSince(leftAt: string, { userId }: Person): Promise<void> {
    const own = await customersOf(db, userId)
    const isFresh = and(inArray(billingCustomers.id, own), gte(billingCustomers.syncedAt, new Date(leftAt)))
    const fresh = await db.select({ id: billingCustomers.id }).from(billingCustomers).where(isFresh)
    const due = own.filter((customerId) => !fresh.some(({ id }) => id === customerId))
    await Promise.all(due.map((customerId) => events.readNow(returnEvent(customerId, leftAt))))
  }

  return {
    read,

    /**
     * Called once for each return from the provider's pages, with or without an account. The session's id is in the
     * page's address and so no secret: only the browser or account that began the checkout is told the payer's e-mail
     * address.
     * @throws {PaymentsError} when the checkout can't be read; the account's customers are then read later
     */
    async refresh({ leftAt, sessionId, visit }: RefreshRequest, person: Person | null): Promise<RefreshResponse> {
      const session = sessionId === undefined ? null : await readSession(sessionId, person)
      let isNewer = true
      try {
        if (session) await takeIn(session)
        else if (person) await readSince(leftAt ?? new Date().toISOString(), person)
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error
        isNewer = false
      }
      const isOwn =
        (person !== null && session?.clientReferenceId === person.userId) ||
        (visit !== undefined && session?.visitHash === hashOfSecret(visit))
      const checkout = session && {
        status: session.status,
        priceId: session.priceId,
        email: isOwn ? session.email : null,
      }
      return { checkout, billing: person && (await read(person)), isNewer }
    },

    /** Mails the claim links of purchases that were made with this address but without an account, to that address. */
    async sendClaims(person: Person): Promise<void> {
      for (const { id } of await payments.findCustomersByEmail(person.email)) await sync.syncCustomer(id)
      await claims.remind((await unclaimedOf(db, person.email)).map((row) => row.stripeCustomerId))
    },

    listInvoices: async ({ userId }: Person) => listInvoices(db, await customersOf(db, userId)),

    async openPortal(person: Person): Promise<{ url: string }> {
      const rows = await subscriptionsOf(db, person.userId)
      const live = rows.find((row) => isLive(row.providerStatus))?.stripeCustomerId
      const customerId = live ?? (await customersOf(db, person.userId, rows))[0]
      if (customerId === undefined) {
        throw new AppError('not-found', {
          detail: 'You do not have a plan yet. Choose one first, then change it here.',
        })
      }
      const { url } = await payments.openPortal(customerId, portalReturn(publicUrl))
      return { url }
    },

    /** Called before an account is deleted, so that nothing is charged any more. @throws AppError if that can't be ensured */
    endEverything: (person: Person): Promise<void> =>
      forPerson(async () => {
        for (const customerId of await customersOf(db, person.userId)) {
          for (const session of await payments.listCheckouts(customerId)) {
            if (session.status === 'open') await payments.expireCheckout(session.id)
          }
          const { subscriptions } = await payments.readCustomer(customerId)
          for (const { id, status } of subscriptions) if (!isEnded(status)) await payments.cancelNow(id)
          await sync.syncCustomer(customerId)
        }
      }),
  }
}

/**
 * Stored like the provider's events, so that the return is handled even if this process dies. @param what identifies the
 * return
 */
function returnEvent(customerId: string, what: string): ProviderEvent {
  return { id: `return_${customerId}_${what}`, type: RETURN_TYPE, customerId }
}

function toView(row: Subscriber): MySubscription {
  return {
    id: row.id,
    plan: row.subscriptionTier,
    priceId: row.priceId,
    period: findPrice(row.priceId ?? '')?.period ?? null,
    status: row.subscriptionStatus,
    isUsable: isUsable(row, Date.now()),
    usedMinutes: Math.round((row.currentUsageMs / MINUTE_MS) * 100) / 100,
    limitMinutes: row.monthlyLimitMinutes === 0 ? null : row.monthlyLimitMinutes,
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
  }
}
