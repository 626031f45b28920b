import type { Context } from 'hono'
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  invoicesResponseSchema,
  myBillingSchema,
  refreshRequestSchema,
  refreshResponseSchema,
  urlResponseSchema,
} from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { doneSchema } from '#contract/account.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../infra/http/api-route.ts'
import { problemSchema } from '../../infra/http/problem.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import { accountOf } from '../../infra/http/session.ts'
import type { BillingParts } from './parts.ts'
import { createClaimRoutes } from './claim-routes.ts'
import { createFunctionRoutes } from './function-routes.ts'
import type { Person } from './customers.ts'
import { forPerson } from './payments-problem.ts'
import { isPaymentsError } from '../../vendors/payments.ts'

const webhookRoute = apiRoute({
  method: 'post',
  path: '/api/webhooks/stripe',
  'x-role': 'anonymous',
  tags: ['Billing'],
  summary: 'Receive an event from the payment provider',
  description:
    'For the provider alone: the signature is checked over the bytes of the body. Answers with 200 once the event is ' +
    'stored; it is processed afterwards, and retried until that succeeds.',
  responses: {
    200: json(doneSchema, 'It is stored, or was already.'),
    400: json(problemSchema, 'The signature is wrong, missing or old. Nothing was stored.'),
  },
})

function createWebhookRoutes(on: () => BillingParts) {
  return apiRouter().openapi(webhookRoute, async (c) => {
    const billing = on()
    // The bytes themselves: JSON that was read and written again has another signature.
    const body = new Uint8Array(await c.req.arrayBuffer())
    try {
      await billing.events.receive(billing.payments.readEvent(body, c.req.header('Stripe-Signature') ?? ''))
    } catch (error) {
      if (!isPaymentsError(error, 'bad-signature')) throw error
      c.var.log.warn({ err: error }, 'a webhook was refused')
      throw new AppError('bad-request', { detail: 'The signature is not the payment provider’s.', cause: error })
    }
    return c.json({ status: true as const }, 200)
  })
}

const common = { tags: ['Billing'] }
const away = { 503: json(problemSchema, 'The payment provider is not responding. Nothing was charged.') }

const checkoutRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/checkout',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'Find the page where a plan is paid for',
  description:
    'Also for people without an account: the email about their payment has the link that adds the plan to one. A person who ' +
    'already has a plan like this is sent to the page where it is changed.',
  request: { body: jsonBody(checkoutRequestSchema) },
  responses: {
    200: json(checkoutResponseSchema, 'Where to go now; the page is for this person only.'),
    404: json(problemSchema, 'There is no such plan.'),
    409: json(
      problemSchema,
      'A plan like this was paid for with this address without an account, and is waiting to be claimed.',
    ),
    ...away,
  },
})

const mineRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/me',
  'x-role': 'account',
  summary: 'Get your plans and minutes',
  responses: { 200: json(myBillingSchema, 'Newest first.') },
})

const refreshRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/refresh',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'Get what changed on the payment pages',
  description:
    'For a page that is returned to, once: reads from the payment provider what was not read since `leftAt`, or what was ' +
    'paid in the checkout `sessionId`. The payer’s address is shown only to the account that began the checkout, or with ' +
    'the `visit` of the browser that did.',
  request: { body: jsonBody(refreshRequestSchema) },
  responses: {
    200: json(refreshResponseSchema, 'As it is known now.'),
    404: json(problemSchema, 'There is no such checkout.'),
    ...away,
  },
})

const invoicesRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/invoices',
  'x-role': 'account',
  summary: 'List your invoices',
  responses: { 200: json(invoicesResponseSchema, 'Newest first.') },
})

const portalRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/portal',
  'x-role': 'account',
  'x-rate-limit': 'checkout',
  summary: 'Open the page where your plan is changed or canceled',
  responses: { 200: json(urlResponseSchema, 'Go there now.'), 404: json(problemSchema, 'There is no plan.'), ...away },
})

/** All of `/api/billing`, `/api/functions` and `/api/webhooks`. Without a provider each says that there is none. */
export function createBillingRoutes(billing: BillingParts | undefined) {
  function on(): BillingParts {
    if (!billing) throw new AppError('payments-off')
    return billing
  }
  return apiRouter()
    .openapi(checkoutRoute, async (c) => {
      const person = await personOf(c)
      const answer = await forPerson(() => on().checkout({ ...c.req.valid('json'), person }))
      return c.json(answer, 200)
    })
    .openapi(mineRoute, async (c) => {
      const person = await accountOf(c)
      const nothing = { subscriptions: [], hasPortal: false, isStale: false, asOf: new Date().toISOString() }
      return c.json((await billing?.mine.read(person)) ?? nothing, 200)
    })
    .openapi(refreshRoute, async (c) => {
      const answer = await forPerson(async () => on().mine.refresh(c.req.valid('json'), await personOf(c)))
      return c.json(answer, 200)
    })
    .openapi(invoicesRoute, async (c) => {
      const person = await accountOf(c)
      return c.json({ invoices: billing ? await billing.mine.listInvoices(person) : [] }, 200)
    })
    .openapi(portalRoute, async (c) => {
      const person = await accountOf(c)
      return c.json(await forPerson(() => on().mine.openPortal(person)), 200)
    })
    .route('/', createClaimRoutes(on))
    .route('/', createFunctionRoutes(on))
    .route('/', createWebhookRoutes(on))
}

/** The signed-in person; null for a visitor, and for a team member without an account. */
async function personOf(c: Context<AppEnv>): Promise<Person | null> {
  const viewer = await c.var.viewer()
  return viewer.kind === 'user' ? { userId: viewer.userId, email: viewer.email } : null
}
