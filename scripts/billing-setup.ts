import { PLAN_PRICES, dollars } from '../contract/src/plans.ts'
import { EnvError, loadEnv } from '../server/src/config/env.ts'
import { PRICES_TO_SELL } from '../server/src/features/billing/products.ts'
import { PaymentsError, WEBHOOK_PATH } from '../server/src/vendors/payments.ts'
import { setUpStripeAccount, type AccountSetup } from '../server/src/vendors/stripe-account.ts'

/**
 * `npm run billing:setup`: creates what is missing in the Stripe account of STRIPE_SECRET_KEY: products, prices, the
 * settings of the customer portal, and the webhook endpoint. Existing objects are found and kept, so it can be run at
 * any time, for example after a price was changed.
 */
async function setUp(): Promise<void> {
  const env = loadEnv()
  if (!env.STRIPE_SECRET_KEY) {
    throw new EnvError(['STRIPE_SECRET_KEY is needed for this; without one, the sandbox has all plans by itself'])
  }
  const webhookUrl = `${env.PUBLIC_URL}${WEBHOOK_PATH}`
  const isReachable = env.PUBLIC_URL.startsWith('https://')
  const done = await setUpStripeAccount(
    { secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE },
    { prices: PRICES_TO_SELL, webhookUrl: isReachable ? webhookUrl : null },
  )

  for (const { id, cents, period } of PLAN_PRICES) {
    const amount = `${dollars(cents)} ${period === 'annual' ? 'a year' : 'a month'}`
    const price = done.prices.find((one) => one.id === id)
    console.log(`${id.padEnd(26)} ${amount.padEnd(18)} ${said(price?.isNew)}  ${price?.providerId ?? ''}`)
  }
  console.log(`${'portal'.padEnd(45)} ${said(done.portal.isNew)}  ${done.portal.id}`)
  console.log(`\n${webhookWords(done.webhook, webhookUrl, env.STRIPE_WEBHOOK_SECRET !== undefined)}`)
}

const said = (isNew: boolean | undefined) => (isNew === true ? 'created    ' : 'exists     ')

function webhookWords(webhook: AccountSetup['webhook'], url: string, hasSecret: boolean): string {
  if (webhook === null) {
    return (
      `Stripe cannot reach ${url}: webhooks need an https address in PUBLIC_URL.\n` +
      `On your own machine, forward them with \`stripe listen --forward-to ${url}\`,\n` +
      'and put the secret that it prints into the environment as STRIPE_WEBHOOK_SECRET.'
    )
  }
  if (webhook.secret !== null) {
    return (
      `Stripe now sends its events to ${url}. Put this into the environment; it is shown only once:\n\n` +
      `STRIPE_WEBHOOK_SECRET=${webhook.secret}`
    )
  }
  const secret = hasSecret
    ? 'Its signing secret is expected in STRIPE_WEBHOOK_SECRET, which is set.'
    : 'Its signing secret is not set here: copy it from Stripe’s dashboard (Developers, Webhooks) to STRIPE_WEBHOOK_SECRET.'
  return `Stripe already sends its events to ${url} (${webhook.id}).\n${secret}`
}

try {
  await setUp()
} catch (error) {
  if (!(error instanceof EnvError) && !(error instanceof PaymentsError)) throw error
  console.error(error instanceof EnvError ? error.message : `Stripe did not complete the set-up. ${causeOf(error)}`)
  console.error(error instanceof EnvError ? '' : 'What was created is kept. Run this again once the problem is solved.')
  process.exitCode = 1
}

function causeOf({ cause, message }: PaymentsError): string {
  return cause instanceof Error ? cause.message : message
}
