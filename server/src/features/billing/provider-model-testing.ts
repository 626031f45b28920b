import type { SubscriptionStatus } from '#contract/subscription-status.ts'
import type {
  CustomerSnapshot,
  ListedSubscription,
  ProviderCustomer,
  ProviderSubscription,
} from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'

/**
 * A model of a payment provider, simple enough to be obviously correct. Every history must end with the state that it
 * holds.
 */

const MODEL_PRICES = [
  { key: 'basic-monthly', cents: 999, interval: 'month', tier: 'Basic', minutes: 250, monthlyCents: 999 },
  { key: 'premium-annual', cents: 19_999, interval: 'year', tier: 'Premium', minutes: 6_000, monthlyCents: 1_667 },
  { key: 'small-business-monthly', cents: 39_900, interval: 'month', tier: 'Small Business', minutes: 500, monthlyCents: 39_900 }, // oxfmt-ignore
] as const

const START = Date.parse('2026-01-01T00:00:00Z')
const PERIOD_MS = 30 * 86_400_000

interface ModelSubscription {
  id: string
  customer: number
  price: number
  status: 'active' | 'past_due' | 'canceled'
  /** Start and end of the current period. */
  periodStart: number
  periodEnd: number
  ending: 'no' | 'flag' | 'date'
}

export type Change = 'subscribe' | 'renew' | 'fail' | 'cancel-later' | 'cancel-by-date' | 'keep' | 'end' | 'switch' | 'upgrade' | 'rename' | 'delete' // oxfmt-ignore
export const CHANGES: readonly Change[] = ['subscribe', 'renew', 'fail', 'cancel-later', 'cancel-by-date', 'keep', 'end', 'switch', 'upgrade', 'rename', 'delete'] // oxfmt-ignore

/** The expected content of a subscription's row. */
export interface Truth {
  stripeSubscriptionId: string
  subscriptionStatus: SubscriptionStatus
  providerStatus: SubscriptionStatus
  subscriptionTier: string
  monthlyRevenueCents: number
  monthlyLimitMinutes: number
  periodStart: number
  /** Null for a deleted customer, whose address the provider no longer returns. */
  email: string | null
}

export function createProviderModel(prefix: string) {
  const subscriptions: ModelSubscription[] = []
  /** How often each customer has changed their address; null once the customer is deleted. */
  const customers: (number | null)[] = [0, 0]
  /** Reads that are still unanswered. */
  const asked: { answer: () => void; fail: () => void; snap: () => void }[] = []

  const customerId = (index: number) => `${prefix}cus_${index}`
  const emailOf = (index: number) => `${prefix}${index}.${customers[index] ?? 'x'}@example.com`

  function change(kind: Change, customer: number, which: number): boolean {
    const version = customers[customer]
    if (version === undefined || version === null) return false
    const own = subscriptions.filter((each) => each.customer === customer)
    if (kind === 'subscribe') {
      const id = `${prefix}sub_${subscriptions.length}`
      subscriptions.push({
        id,
        customer,
        price: which % MODEL_PRICES.length,
        status: 'active',
        periodStart: START,
        periodEnd: START + PERIOD_MS,
        ending: 'no',
      })
      return true
    }
    if (kind === 'rename') return ((customers[customer] = version + 1), true)
    if (kind === 'delete') {
      customers[customer] = null
      for (const each of own) each.status = 'canceled'
      return true
    }
    const one = own[which % Math.max(1, own.length)]
    if (!one || one.status === 'canceled') return false
    if (kind === 'renew') begin(one, one.periodEnd)
    if (kind === 'fail') one.status = 'past_due'
    if (kind === 'cancel-later') one.ending = 'flag'
    if (kind === 'cancel-by-date') one.ending = 'date'
    if (kind === 'keep') one.ending = 'no'
    if (kind === 'end') one.status = 'canceled'
    if (kind === 'switch' || kind === 'upgrade') one.price = (one.price + 1) % MODEL_PRICES.length
    // A third of the period has passed; the rest is credited.
    if (kind === 'upgrade') begin(one, one.periodStart + PERIOD_MS / 3)
    return true
  }

  function begin(one: ModelSubscription, periodStart: number): void {
    Object.assign(one, { periodStart, periodEnd: periodStart + PERIOD_MS, status: 'active' })
  }

  function customerOf(index: number): ProviderCustomer | null {
    return customers[index] === null
      ? null
      : { id: customerId(index), email: emailOf(index), userId: null, paymentMethodId: null }
  }

  function view(one: ModelSubscription): ProviderSubscription {
    const price = MODEL_PRICES[one.price] ?? MODEL_PRICES[0]
    const periodStart = new Date(one.periodStart)
    const periodEnd = new Date(one.periodEnd)
    return {
      id: one.id,
      customerId: customerId(one.customer),
      status: one.status,
      items: [
        {
          price: {
            id: `price_${price.key}`,
            lookupKey: price.key,
            unitAmountCents: price.cents,
            interval: price.interval,
            intervalCount: 1,
            nickname: null,
            metadata: {},
          },
          quantity: 1,
          periodStart,
          periodEnd,
        },
      ],
      cancelAtPeriodEnd: one.ending === 'flag',
      cancelAt: one.ending === 'no' ? null : periodEnd,
      endedAt: one.status === 'canceled' ? new Date(START) : null,
      startedAt: new Date(START),
      createdAt: new Date(START),
      paymentMethodId: null,
    }
  }

  function snapshot(id: string): CustomerSnapshot {
    const index = customers.findIndex((_, each) => customerId(each) === id)
    const own = subscriptions.filter((each) => each.customer === index)
    return { customer: customerOf(index), subscriptions: own.map(view) }
  }

  /**
   * Answers with the state at the time of `answer`, or of an earlier `snap`, so that an answer can be out of date on
   * arrival.
   */
  async function answered<Answer>(look: () => Answer): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    let seen: { answer: Answer } | undefined
    asked.push({
      snap: () => (seen ??= { answer: look() }),
      answer: () => resolve(seen ? seen.answer : look()),
      fail: () => reject(new Error('the provider is away')),
    })
    return promise
  }

  const reader: Pick<Payments, 'readCustomer' | 'listSubscriptions' | 'readPayerReference'> = {
    readCustomer: (id) => answered(() => snapshot(id)),
    async *listSubscriptions() {
      const all = await answered(() =>
        subscriptions.map((each): ListedSubscription => ({
          subscription: view(each),
          customer: customerOf(each.customer),
        })),
      )
      yield* all
    },
    async readPayerReference() {
      return null
    },
  }

  function truth(): Truth[] {
    return subscriptions.map((one) => {
      const price = MODEL_PRICES[one.price] ?? MODEL_PRICES[0]
      return {
        stripeSubscriptionId: one.id,
        subscriptionStatus: one.status === 'canceled' || one.ending !== 'no' ? 'canceled' : one.status,
        providerStatus: one.status,
        subscriptionTier: price.tier,
        monthlyRevenueCents: price.monthlyCents,
        monthlyLimitMinutes: price.minutes,
        periodStart: one.periodStart,
        email: customers[one.customer] === null ? null : emailOf(one.customer),
      }
    })
  }

  return { change, reader, asked, truth, customerId }
}
