import { pino } from 'pino'
import Stripe from 'stripe'
import { PLAN_PRICES, type PlanPrice } from '#contract/plans.ts'
import type { Database } from '../../server/src/db/client.ts'
import { createSubscriberStore } from '../../server/src/features/billing/subscriber-store.ts'
import { createSync } from '../../server/src/features/billing/sync.ts'
import { createStripeSandbox } from '../../server/src/sandbox/stripe/stripe-sandbox.ts'
import { createStripe } from '../../server/src/vendors/stripe.ts'
import type { Dice } from './dice.ts'
import type { Person } from './people.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Any: the sandbox of this process lets in the one that it is given. */
const KEY = 'sk_test_seed'

/** How each story goes on after its first payment. */
const FATES = [
  'stays',
  'sets-an-end',
  'ends',
  'card-fails-long-ago',
  'card-fails-now',
  'pauses',
  'tries-first',
  'never-pays',
] as const
type Fate = (typeof FATES)[number]

interface Story {
  person: Person
  price: PlanPrice
  fate: Fate
  startsAt: Date
}

/**
 * Subscriptions that were really bought: each story is told to the payment sandbox in the order of its days, with the
 * sandbox's clock running along, and our rows are then synced from it as from Stripe.
 * @returns how many there are
 */
export async function seedSubscriptions(
  db: Database,
  people: readonly Person[],
  dice: Dice,
  now: Date,
): Promise<number> {
  let clockMs = now.getTime()
  const sandbox = createStripeSandbox({
    db,
    clock: () => new Date(clockMs),
    secretKey: KEY,
    webhook: { secret: 'whsec_seed', deliver: async () => ({ status: 200 }) },
    publicUrl: 'http://localhost:3000',
    log: pino({ level: 'silent' }),
    afterLastRetry: 'unpaid',
  })
  const stripe = new Stripe(KEY, { httpClient: Stripe.createFetchHttpClient(sandbox.fetch), telemetry: false })
  const payments = createStripe({ secretKey: KEY, webhookSecret: undefined, fetch: sandbox.fetch })
  try {
    const stories = people.map((person) => storyOf(person, dice, now))
    clockMs = Math.min(...stories.map(({ startsAt }) => startsAt.getTime())) - DAY_MS
    const prices = await payments.ensurePrices(
      PLAN_PRICES.map((price) => ({ ...price, interval: price.period === 'monthly' ? 'month' : 'year' })),
    )
    const steps = stories.flatMap((story) => stepsOf(stripe, story, prices, now, dice))
    for (const { atMs, take } of steps.toSorted((a, b) => a.atMs - b.atMs)) {
      // Renewals and failures in between happen before it.
      if (atMs - clockMs > 5 * DAY_MS) {
        clockMs = atMs
        await sandbox.advance()
      }
      clockMs = atMs
      await take()
    }
    clockMs = now.getTime()
    await sandbox.advance()
    return (await createSync(payments, createSubscriberStore(db)).syncAll()).synced
  } finally {
    await sandbox.close()
  }
}

function storyOf(person: Person, dice: Dice, now: Date): Story {
  const roll = dice.next()
  const fate: Fate =
    roll < 0.66
      ? 'stays'
      : roll < 0.73
        ? 'sets-an-end'
        : roll < 0.81
          ? 'ends'
          : roll < 0.86
            ? 'card-fails-long-ago'
            : roll < 0.91
              ? 'card-fails-now'
              : dice.one(['pauses', 'tries-first', 'never-pays'] as const)
  const ageMs = now.getTime() - person.signedUpAt.getTime()
  const startsMsAgo: Record<Fate, number> = {
    stays: ageMs * (0.05 + 0.9 * dice.next()),
    'sets-an-end': Math.min(ageMs, dice.between(3, 200) * DAY_MS),
    ends: dice.between(70, 300) * DAY_MS,
    'card-fails-long-ago': dice.between(75, 200) * DAY_MS,
    'card-fails-now': dice.between(32, 38) * DAY_MS,
    pauses: dice.between(20, 120) * DAY_MS,
    'tries-first': dice.between(1, 6) * DAY_MS,
    'never-pays': dice.between(1, 18) * HOUR_MS,
  }
  // Only what is paid monthly can fail within the time that is told of.
  const isMonthly = fate.startsWith('card-fails') || fate === 'ends' || dice.chance(0.8)
  const plan = dice.next()
  const id =
    plan < 0.5
      ? 'basic'
      : plan < 0.83
        ? 'premium'
        : plan < 0.92
          ? 'enterprise'
          : plan < 0.97
            ? 'small-business'
            : 'medium-business'
  const period = isMonthly || id.endsWith('business') ? 'monthly' : 'annual'
  const price = PLAN_PRICES.find((one) => one.id === `${id}-${period}`)
  if (!price) throw new Error(`no price ${id} ${period}`)
  return { person, price, fate, startsAt: new Date(now.getTime() - startsMsAgo[fate]) }
}

interface Step {
  atMs: number
  take: () => Promise<void>
}

const WITHOUT_CARD: readonly Fate[] = ['never-pays', 'pauses']
const FAILING_CARD = 'pm_card_chargeCustomerFail'

function stepsOf(
  stripe: Stripe,
  { person, price, fate, startsAt }: Story,
  prices: ReadonlyMap<string, string>,
  now: Date,
  dice: Dice,
): Step[] {
  const startMs = startsAt.getTime()
  let subscriptionId = ''
  let customerId = ''
  const start: Step = {
    atMs: startMs,
    take: async () => {
      const card = dice.one(['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'])
      const customer = await stripe.customers.create({
        email: person.email,
        ...(person.name ? { name: person.name } : {}),
        metadata: { seed: '1' },
        ...(WITHOUT_CARD.includes(fate)
          ? {}
          : { payment_method: card, invoice_settings: { default_payment_method: card } }),
      })
      customerId = customer.id
      const subscription = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: prices.get(price.id) ?? '' }],
        ...(fate === 'tries-first' || fate === 'pauses' ? { trial_period_days: 14 } : {}),
        ...(fate === 'pauses' ? { trial_settings: { end_behavior: { missing_payment_method: 'pause' } } } : {}),
        ...(fate === 'never-pays' ? { payment_behavior: 'default_incomplete' } : {}),
      })
      subscriptionId = subscription.id
    },
  }
  const later = (share: number) => startMs + (now.getTime() - startMs) * share
  if (fate === 'sets-an-end') {
    const take = async () => void (await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }))
    return [start, { atMs: later(0.9), take }]
  }
  if (fate === 'ends') {
    const take = async () => void (await stripe.subscriptions.cancel(subscriptionId))
    return [start, { atMs: later(0.5), take }]
  }
  if (fate.startsWith('card-fails')) {
    const take = async () => {
      const { id } = await stripe.paymentMethods.attach(FAILING_CARD, { customer: customerId })
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: id } })
    }
    return [start, { atMs: startMs + DAY_MS, take }]
  }
  return [start]
}
