import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  claimRequestSchema,
  claimStateSchema,
  invoicesResponseSchema,
  managedSchema,
  manageRequestSchema,
  myBillingSchema,
  refreshRequestSchema,
  refreshResponseSchema,
  syncedSchema,
  urlResponseSchema,
  usageAlertsSchema,
} from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { doneSchema } from '#contract/account.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { accountIn } from '../../infra/http/session.ts'
import type { BillingParts } from './parts.ts'
import { forPerson } from './payments-problem.ts'
import { isPaymentsError, WEBHOOK_PATH } from '../../vendors/payments.ts'

const forAnyone = apiRoutes('anonymous', 'Billing')
const forAccount = apiRoutes('account', 'Billing')
const forTeam = apiRoutes('team', 'Functions')

const away = { 503: refused('The payment provider is not responding. Nothing was charged.') }
const unchanged = { 503: refused('The payment provider is not responding. Nothing was changed.') }

const checkoutRoute = forAnyone.post('/api/billing/checkout', 'Find the page where a plan is paid for', {
  'x-rate-limit': 'checkout',
  description:
    'Also for people without an account: the email about their payment has the link that adds the plan to one. A person who ' +
    'already has a plan like this is sent to the page where it is changed.',
  request: { body: jsonBody(checkoutRequestSchema) },
  responses: {
    200: json(checkoutResponseSchema, 'Where to go now; the page is for this person only.'),
    404: refused('There is no such plan.'),
    409: refused('A plan like this was paid for with this address without an account, and is waiting to be claimed.'),
    ...away,
  },
})

const mineRoute = forAccount.get('/api/billing/me', 'Get your plans and minutes', {
  responses: { 200: json(myBillingSchema, 'Newest first.') },
})

const refreshRoute = forAnyone.post('/api/billing/refresh', 'Get what changed on the payment pages', {
  'x-rate-limit': 'checkout',
  description:
    'For a page that is returned to, once: reads from the payment provider what was not read since `leftAt`, or what was ' +
    'paid in the checkout `sessionId`. The payer’s address is shown only to the account that began the checkout, or with ' +
    'the `visit` of the browser that did.',
  request: { body: jsonBody(refreshRequestSchema) },
  responses: {
    200: json(refreshResponseSchema, 'As it is known now.'),
    404: refused('There is no such checkout.'),
    ...away,
  },
})

const invoicesRoute = forAccount.get('/api/billing/invoices', 'List your invoices', {
  responses: { 200: json(invoicesResponseSchema, 'Newest first.') },
})

const portalRoute = forAccount.post('/api/billing/portal', 'Open the page where your plan is changed or canceled', {
  'x-rate-limit': 'checkout',
  responses: { 200: json(urlResponseSchema, 'Go there now.'), 404: refused('There is no plan.'), ...away },
})

const lookRoute = forAnyone.post('/api/billing/claim/check', 'Check the link that claims a purchase', {
  'x-rate-limit': 'mail-link',
  description: 'Changes nothing.',
  request: { body: jsonBody(claimRequestSchema) },
  responses: { 200: json(claimStateSchema, 'What the page behind the link shows.') },
})

const claimRoute = forAccount.post('/api/billing/claim', 'Add a purchase made without an account to your account', {
  'x-rate-limit': 'mail-link',
  description:
    'With the `token` of the link in the mail about that payment. The first account that does so gets the plan; a matching ' +
    'email address alone claims nothing. Repeated by the same account, it changes nothing.',
  request: { body: jsonBody(claimRequestSchema) },
  responses: {
    200: json(claimStateSchema, 'It is on the account.'),
    409: refused('It is on another account.'),
  },
})

const sendRoute = forAccount.post(
  '/api/billing/claim/send',
  'Email the links to what was paid for with your address without an account',
  {
    'x-rate-limit': 'mail',
    responses: { 200: json(doneSchema, 'Sent, if there is such a purchase.') },
  },
)

const syncRoute = forTeam.post(
  '/api/functions/sync-subscriptions',
  'Read every subscription from the payment provider',
  {
    description: 'Safe to repeat; what is kept here, such as used minutes, is not touched. Also runs every hour.',
    responses: { 200: json(syncedSchema, 'How many subscriptions were read.'), ...unchanged },
  },
)

const checkRoute = forTeam.post(
  '/api/functions/check-usage-limits',
  'Find subscribers who have used up their minutes, or 80% of them',
  {
    description: 'Recounts the minutes and emails subscribers who have not been told yet. Also runs every hour.',
    responses: { 200: json(usageAlertsSchema, 'One alert for each subscription that is exceeded or approaching.') },
  },
)

const manageRoute = forTeam.post(
  '/api/functions/manage-subscription',
  'Open a customer’s portal, or cancel or reactivate a subscription',
  {
    description:
      '`cancel` ends it with the paid period. `reactivate` takes that back; for one that has ended it starts a new ' +
      'one with the saved payment method, or answers with a checkout if there is none or the account was deleted.',
    request: { body: jsonBody(manageRequestSchema) },
    responses: {
      200: json(managedSchema, 'Done, or what to open.'),
      404: refused('There is no such subscription with that email address.'),
      409: refused('They already have a plan like this.'),
      ...unchanged,
    },
  },
)

const webhookRoute = forAnyone.post(WEBHOOK_PATH, 'Receive an event from the payment provider', {
  description:
    'For the provider alone: the signature is checked over the bytes of the body. Answers with 200 once the event is ' +
    'stored; it is processed afterwards, and retried until that succeeds.',
  responses: {
    200: json(doneSchema, 'It is stored, or was already.'),
    400: refused('The signature is wrong, missing or old. Nothing was stored.'),
  },
})

/**
 * All routes below `/api/billing` and `/api/functions`, and the provider's webhook. Without a provider, every route
 * answers `payments-off`.
 */
export function createBillingRoutes(billing: BillingParts | undefined) {
  function on(): BillingParts {
    if (!billing) throw new AppError('payments-off')
    return billing
  }
  return apiRouter()
    .openapi(checkoutRoute, async (c) => {
      const person = accountIn(await c.var.viewer())
      return c.json(await forPerson(() => on().checkout({ ...c.req.valid('json'), person })), 200)
    })
    .openapi(mineRoute, async (c) => {
      const nothing = { subscriptions: [], hasPortal: false, isStale: false, asOf: new Date().toISOString() }
      return c.json((await billing?.mine.read(c.var.account)) ?? nothing, 200)
    })
    .openapi(refreshRoute, async (c) => {
      const person = accountIn(await c.var.viewer())
      return c.json(await forPerson(() => on().mine.refresh(c.req.valid('json'), person)), 200)
    })
    .openapi(invoicesRoute, async (c) =>
      c.json({ invoices: billing ? await billing.mine.listInvoices(c.var.account) : [] }, 200),
    )
    .openapi(portalRoute, async (c) => c.json(await forPerson(() => on().mine.openPortal(c.var.account)), 200))
    .openapi(lookRoute, async (c) => {
      const account = accountIn(await c.var.viewer())
      return c.json(await on().claims.look(c.req.valid('json').token, account?.userId ?? null), 200)
    })
    .openapi(claimRoute, async (c) =>
      c.json(await on().claims.claim(c.req.valid('json').token, c.var.account.userId), 200),
    )
    .openapi(sendRoute, async (c) => {
      await forPerson(() => on().mine.sendClaims(c.var.account))
      return c.json({ status: true as const }, 200)
    })
    .openapi(syncRoute, async (c) => c.json(await forPerson(() => on().sync.syncAll()), 200))
    .openapi(checkRoute, async (c) => c.json(await on().checkUsage(), 200))
    .openapi(manageRoute, async (c) => c.json(await forPerson(() => on().manage(c.req.valid('json'))), 200))
    .openapi(webhookRoute, async (c) => {
      const { events, payments } = on()
      // The raw bytes, because JSON that was parsed and serialised again has another signature.
      const body = new Uint8Array(await c.req.arrayBuffer())
      try {
        await events.receive(payments.readEvent(body, c.req.header('Stripe-Signature') ?? ''))
      } catch (error) {
        if (!isPaymentsError(error, 'bad-signature')) throw error
        c.var.log.warn({ err: error }, 'a webhook was refused')
        throw new AppError('bad-request', { detail: 'The signature is not the payment provider’s.', cause: error })
      }
      return c.json({ status: true as const }, 200)
    })
}
