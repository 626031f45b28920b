import { and, eq, inArray, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '../../server/src/infra/db/client.ts'
import { readInvoices } from '../../server/src/features/billing/invoices.ts'
import { SANDBOX_SECRET_KEY } from '../../server/src/features/billing/payments-sandbox.ts'
import { ensureProducts } from '../../server/src/features/billing/products.ts'
import { createSubscriberStore } from '../../server/src/features/billing/subscriber-store.ts'
import { createSync } from '../../server/src/features/billing/sync.ts'
import { sandboxStripeObjects as objects } from '../../stripe-sandbox/schema.ts'
import { USER_KEY } from '../../server/src/vendors/payments.ts'
import type { Dice } from './dice.ts'
import type { Person } from './people.ts'
import type { SeedServer } from './seed-server.ts'
import { storiesOf, type Fate, type Story } from './stories.ts'

const DAY_MS = 86_400_000

/**
 * Buys the subscriptions in the payment sandbox: replays all stories in the order of time with the sandbox's clock, and
 * then syncs our rows from the sandbox as from Stripe.
 * @returns the number of subscriptions
 */
export async function seedSubscriptions(
  { db, billing, sandbox, setClock }: SeedServer,
  people: readonly Person[],
  dice: Dice,
  now: Date,
): Promise<number> {
  const stripe = new Stripe(SANDBOX_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    telemetry: false,
  })
  await forgetBrokenOff(db)
  const stories = storiesOf(people, dice, now)
  let clockMs = Math.min(...stories.map(({ startsAt }) => startsAt.getTime())) - DAY_MS
  setClock(clockMs)
  const prices = await ensureProducts(billing.payments)
  const steps = stories.flatMap((story) => stepsOf(stripe, story, prices, now, dice))
  for (const { atMs, take } of steps.toSorted((a, b) => a.atMs - b.atMs)) {
    setClock(atMs)
    // Lets the sandbox process the renewals and failed payments that are due before this event.
    if (atMs - clockMs > 5 * DAY_MS) await sandbox.advance()
    clockMs = atMs
    await take()
  }
  setClock(now.getTime())
  await sandbox.advance()
  // The server's own sync is not used, since it would mail a receipt for each recent payment.
  const sync = createSync(
    billing.payments,
    createSubscriberStore(db),
    async (read) => void (await readInvoices(db, billing.payments, read)),
  )
  return (await sync.syncAll()).synced
}

/** Deletes what an interrupted run left in the sandbox; otherwise it would be bought a second time. */
async function forgetBrokenOff(db: Database): Promise<void> {
  const seeded = db
    .select({ id: objects.id })
    .from(objects)
    .where(and(eq(objects.kind, 'customer'), sql`${objects.data} -> 'metadata' ->> 'seed' = '1'`))
  await db.delete(objects).where(inArray(objects.customer, seeded))
  await db.delete(objects).where(inArray(objects.id, seeded))
}

interface Step {
  atMs: number
  take: () => Promise<void>
}

const WITHOUT_CARD: readonly Fate[] = ['never-pays', 'gives-up', 'pauses']
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
        metadata: { seed: '1', ...(person.isConfirmed ? { [USER_KEY]: person.userId } : {}) },
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
        ...(fate === 'never-pays' || fate === 'gives-up' ? { payment_behavior: 'default_incomplete' } : {}),
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
