import type { MyBilling, MySubscription, ProviderInvoiceView } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { findPrice } from '#contract/plans.ts'
import type { Database } from '../../infra/db/client.ts'
import { isPaymentsError, PaymentsError, type Payments } from '../../vendors/payments.ts'
import { hashOfVisit } from './checkout.ts'
import type { Claims } from './claims.ts'
import { customersOf, type Person } from './customers.ts'
import { subscriptionsOf, unclaimedOf } from './owned-subscriptions.ts'
import { forPerson } from './payments-problem.ts'
import { isEnded, isEntitled, isLive, type Subscriber } from './subscriber-row.ts'
import type { Sync } from './sync.ts'
import { MINUTE_MS } from './usage-sums.ts'

export interface MyBillingDeps {
  db: Database
  payments: Payments
  sync: Pick<Sync, 'syncCustomer'>
  claims: Pick<Claims, 'remind'>
  publicUrl: string
}

/** What a person sees and does about their own plan. */
export function createMyBilling({ db, payments, sync, claims, publicUrl }: MyBillingDeps) {
  /** Brings in what was just paid, before its event comes. */
  async function takeIn(sessionId: string, person: Person): Promise<void> {
    const session = await payments.readCheckout(sessionId)
    if (session.customerId === null) return
    const isTheirs = session.clientReferenceId === person.userId
    if (isTheirs || (await customersOf(db, person.userId)).includes(session.customerId)) {
      await sync.syncCustomer(session.customerId)
    }
  }

  /** Asks about what may have changed without a word: a period that is over, or a first payment whose event is late. */
  async function refreshDue(person: Person): Promise<void> {
    const now = Date.now()
    const rows = await subscriptionsOf(db, person.userId)
    const due = rows.some((row) => isLive(row.providerStatus))
      ? rows
          .filter((row) => !isEnded(row.providerStatus) && row.periodEnd.getTime() <= now)
          .map((row) => row.stripeCustomerId)
      : await customersOf(db, person.userId)
    for (const customerId of new Set(due)) await sync.syncCustomer(customerId)
  }

  return {
    /** `sessionId`: the checkout that they come back from. */
    async read(person: Person, sessionId: string | undefined): Promise<MyBilling> {
      let isStale = false
      try {
        if (sessionId !== undefined) await takeIn(sessionId, person)
        await refreshDue(person)
      } catch (error) {
        if (!(error instanceof PaymentsError)) throw error
        isStale = error.kind !== 'missing'
      }
      const rows = await subscriptionsOf(db, person.userId)
      return {
        subscriptions: rows.toReversed().map(toView),
        hasPortal: (await customersOf(db, person.userId)).length > 0,
        isStale,
      }
    },

    /**
     * For a person who comes back from a checkout, with an account or without one. Its id lies in an address, which is no
     * secret: the payer's e-mail address is told only to the browser or the account that began the checkout.
     */
    async readCheckout(sessionId: string, { visit, userId }: { visit: string | undefined; userId: string | null }) {
      const session = await payments.readCheckout(sessionId)
      const { status, priceId, email, customerId } = session
      if (status === 'complete' && customerId !== null) await sync.syncCustomer(customerId)
      const isOwn =
        (userId !== null && session.clientReferenceId === userId) ||
        (visit !== undefined && session.visitHash === hashOfVisit(visit))
      return { status, priceId, email: isOwn ? email : null }
    },

    /** Mails the links that claim what was paid with this address without an account, to that address. */
    async sendClaims(person: Person): Promise<void> {
      for (const { id } of await payments.findCustomersByEmail(person.email)) await sync.syncCustomer(id)
      const customers = (await unclaimedOf(db, person.email)).map((row) => row.stripeCustomerId)
      await claims.remind([...new Set(customers)])
    },

    async listInvoices(person: Person): Promise<ProviderInvoiceView[]> {
      const invoices: ProviderInvoiceView[] = []
      for (const customerId of await customersOf(db, person.userId)) {
        const own = await payments.listInvoices(customerId).catch((error: unknown) => {
          if (isPaymentsError(error, 'missing')) return []
          throw error
        })
        for (const { id, number, createdAt, status, totalCents, currency, url } of own) {
          // A draft is the provider's own paper for an hour: its amount may change, and nothing is owed on it.
          if (status === 'draft') continue
          invoices.push({ id, number, date: createdAt.toISOString(), status, totalCents, currency, url })
        }
      }
      return invoices.toSorted((one, other) => (one.date < other.date ? 1 : -1))
    },

    async openPortal(person: Person): Promise<{ url: string }> {
      const rows = await subscriptionsOf(db, person.userId)
      const live = rows.find((row) => isLive(row.providerStatus))?.stripeCustomerId
      const customerId = live ?? (await customersOf(db, person.userId))[0]
      if (customerId === undefined) {
        throw new AppError('not-found', {
          detail: 'You do not have a plan yet. Choose one first, then change it here.',
        })
      }
      const { url } = await payments.openPortal(customerId, `${publicUrl}/account`)
      return { url }
    },

    /** Before an account goes: nothing is charged any more. @throws AppError when that can't be made sure of */
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

function toView(row: Subscriber): MySubscription {
  return {
    id: row.id,
    plan: row.subscriptionTier,
    priceId: row.priceId,
    period: findPrice(row.priceId ?? '')?.period ?? null,
    status: row.subscriptionStatus,
    isUsable: isEntitled(row),
    usedMinutes: Math.round((row.currentUsageMs / MINUTE_MS) * 100) / 100,
    limitMinutes: row.monthlyLimitMinutes === 0 ? null : row.monthlyLimitMinutes,
    periodStart: row.periodStart.toISOString(),
    periodEnd: row.periodEnd.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
  }
}
