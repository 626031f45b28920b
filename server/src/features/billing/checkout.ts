import type { CheckoutRequest, CheckoutResponse } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { findPrice, isBusinessPlan } from '#contract/plans.ts'
import type { Database } from '../../infra/db/client.ts'
import type { CheckoutSession, NewCheckout } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import type { Claims } from './claims.ts'
import { customerFor, customersOf, type Person } from './customers.ts'
import { createTurns } from './one-at-a-time.ts'
import { subscriptionsOf, unclaimedOf } from './owned-subscriptions.ts'
import { createPriceBook } from './products.ts'
import { isLive, type Subscriber } from './subscriber-row.ts'
import type { Sync } from './sync.ts'

/** An open checkout that expires sooner is replaced by a new one. */
const MIN_REST_MS = 10 * 60_000
/** Within this time, a visit that asks for the same plan again gets the same checkout. */
const VISIT_MS = 10 * 60_000

interface CheckoutDeps {
  db: Database
  payments: Payments
  sync: Pick<Sync, 'syncCustomer'>
  claims: Pick<Claims, 'remind'>
  publicUrl: string
  /** Configured payment links, keyed by our price ids. */
  paymentLinks: ReadonlyMap<string, string>
  nowMs?: () => number
}

interface CheckoutWish extends CheckoutRequest {
  /** Null for a visitor who is not signed in. Visitors pay first and claim the plan by the link in the mail about it. */
  person: Person | null
}

/** Finds the page on which a plan is paid. A person who has such a plan already is sent to change it instead. */
export function createCheckout(deps: CheckoutDeps) {
  const { db, payments, sync, claims, publicUrl, paymentLinks, nowMs = Date.now } = deps
  const inTurn = createTurns()
  const providerPriceOf = createPriceBook(payments)

  async function forPerson(person: Person, priceId: string, anyway: boolean): Promise<CheckoutResponse> {
    // A payment made a moment ago in another tab counts, even if its event has not arrived.
    const sameAddress = await payments.findCustomersByEmail(person.email)
    const before = await customersOf(db, person.userId)
    for (const id of new Set([...before, ...sameAddress.map((customer) => customer.id)])) await sync.syncCustomer(id)
    const rows = await subscriptionsOf(db, person.userId)
    const has = rows.find((row) => isOfSameKind(row, priceId))
    if (has) {
      const change = { subscriptionId: has.stripeSubscriptionId }
      const { url } = await payments.openPortal(has.stripeCustomerId, portalReturn(publicUrl), change)
      return { url, leadsTo: 'portal' }
    }
    // Purchases made without signing in. Their claim mail is in the mailbox of this confirmed address.
    const unclaimed = anyway ? [] : await unclaimedOf(db, person.email)
    const paidBefore = unclaimed.filter((row) => isOfSameKind(row, priceId))
    if (paidBefore.length > 0) {
      await claims.remind(paidBefore.map((row) => row.stripeCustomerId))
      throw new AppError('plan-to-claim')
    }
    const link = paymentLinks.get(priceId)
    if (link) return { url: withPayer(link, person), leadsTo: 'payment-link' }
    // Read again, because a sync may have found more customers of the account.
    const known = await customersOf(db, person.userId, rows)
    const customerId = await customerFor(db, payments, person, { known, sameAddress })
    return { url: urlOf(await openFor(person, customerId, priceId)), leadsTo: 'checkout' }
  }

  /** Returns the customer's only open checkout of this kind; with a second one, the person could pay twice. */
  async function openFor(person: Person, customerId: string, priceId: string): Promise<CheckoutSession> {
    const before = await payments.listCheckouts(customerId)
    const open = before.filter((session) => session.status === 'open' && isSameKind(session.priceId, priceId))
    const same = open.find((one) => one.priceId === priceId && one.expiresAt.getTime() > nowMs() + MIN_REST_MS)
    for (const other of open) if (other !== same) await payments.expireCheckout(other.id)
    if (same) return same
    const session = await payments.createCheckout({
      // Where the assistants are that wait for the plan.
      ...checkoutPages(publicUrl, isForBusiness(priceId) ? '/assistants' : '/pricing'),
      providerPriceId: await need(priceId),
      priceId,
      customerId,
      userId: person.userId,
      // Concurrent requests see the same latest checkout, so their keys are equal and both get the same new one.
      idempotencyKey: `voxhall-checkout-${customerId}-${priceId}-${before[0]?.id ?? 'first'}`,
    })
    // Another process may have opened a checkout for another plan meanwhile; only the newest stays open.
    const after = await payments.listCheckouts(customerId)
    const older = after.slice(after.findIndex(({ id }) => id === session.id) + 1)
    for (const one of older) {
      if (one.status === 'open' && isSameKind(one.priceId, priceId)) await payments.expireCheckout(one.id)
    }
    return session
  }

  async function forVisitor(priceId: string, visit: string | undefined): Promise<CheckoutResponse> {
    const link = paymentLinks.get(priceId)
    if (link) return { url: link, leadsTo: 'payment-link' }
    const session = await payments.createCheckout({
      ...checkoutPages(publicUrl),
      providerPriceId: await need(priceId),
      priceId,
      visitHash: visit && hashOfSecret(visit),
      idempotencyKey: visit && `voxhall-visit-${visit}-${priceId}-${Math.floor(nowMs() / VISIT_MS)}`,
    })
    return { url: urlOf(session), leadsTo: 'checkout' }
  }

  async function need(priceId: string): Promise<string> {
    const id = await providerPriceOf(priceId)
    if (id === undefined) throw new AppError('not-found', { detail: 'There is no such plan.' })
    return id
  }

  return async ({ priceId, person, visit, anyway = false }: CheckoutWish) => {
    if (!findPrice(priceId)) throw new AppError('not-found', { detail: 'There is no such plan. Nothing was charged.' })
    return person === null
      ? forVisitor(priceId, visit)
      : inTurn(person.userId, () => forPerson(person, priceId, anyway))
  }
}

/**
 * The addresses to which a checkout leads back. The provider fills in the session's id.
 * @param leftTo the screen for a person who leaves without paying; it says that nothing was charged
 */
export function checkoutPages(
  publicUrl: string,
  leftTo: '/pricing' | '/assistants' = '/pricing',
): Pick<NewCheckout, 'successUrl' | 'cancelUrl'> {
  return {
    successUrl: `${publicUrl}/?checkout=done&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${publicUrl}${leftTo}?checkout=canceled`,
  }
}

/**
 * The address to which the portal leads back. It contains the time of leaving, so that the page can ask for later
 * changes.
 */
export function portalReturn(publicUrl: string): string {
  return `${publicUrl}/account?${new URLSearchParams({ left: new Date().toISOString() }).toString()}`
}

/**
 * Whether two prices are of the same kind: plans for a person, or plans for a business's assistants. An account may have
 * one of each.
 */
function isSameKind(one: string | null, other: string): boolean {
  const [first, second] = [isForBusiness(one ?? ''), isForBusiness(other)]
  return first !== undefined && first === second
}

/** Undefined for the price of no plan of ours. */
function isForBusiness(priceId: string): boolean | undefined {
  const price = findPrice(priceId)
  return price && isBusinessPlan(price.planId)
}

export function isOfSameKind(row: Subscriber, priceId: string): boolean {
  return isLive(row.providerStatus) && isSameKind(row.priceId, priceId)
}

/** Adds the parameters that Stripe reads from a payment link. */
function withPayer(link: string, { userId, email }: Person): string {
  const url = new URL(link)
  url.searchParams.set('client_reference_id', userId)
  url.searchParams.set('prefilled_email', email)
  return url.href
}

function urlOf({ url, id }: CheckoutSession): string {
  if (url === null) throw new Error(`the checkout ${id} has no page`)
  return url
}
