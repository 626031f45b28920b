import { PLAN_PRICES, dollars } from '../contract/src/plans.ts'
import { EnvError, loadEnv } from '../server/src/env.ts'
import { ensureProducts } from '../server/src/features/billing/products.ts'
import { PaymentsError } from '../server/src/vendors/payments.ts'
import { createStripe } from '../server/src/vendors/stripe.ts'

/**
 * `npm run billing:setup`: makes the products and prices that the Stripe account of STRIPE_SECRET_KEY lacks. What is
 * there is found by its lookup key and stays, so it can be run again at any time, also after a price was changed.
 */
async function setUp(): Promise<void> {
  const env = loadEnv()
  if (!env.STRIPE_SECRET_KEY) {
    throw new EnvError(['STRIPE_SECRET_KEY is needed for this; without one, the sandbox has all plans by itself'])
  }
  const payments = createStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE,
  })
  const ids = await ensureProducts(payments)
  for (const { id, cents, period } of PLAN_PRICES) {
    const amount = `${dollars(cents)} ${period === 'annual' ? 'a year' : 'a month'}`
    console.log(`${id.padEnd(28)} ${amount.padEnd(18)} ${ids.get(id) ?? ''}`)
  }
  console.log(`\nLet Stripe send its events to ${env.PUBLIC_URL}/api/webhooks/stripe.`)
}

try {
  await setUp()
} catch (error) {
  if (!(error instanceof EnvError) && !(error instanceof PaymentsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
