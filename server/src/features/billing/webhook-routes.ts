import { doneSchema } from '#contract/account.ts'
import { AppError } from '#contract/errors.ts'
import { apiRoute, apiRouter, json } from '../../infra/http/api-route.ts'
import { problemSchema } from '../../infra/http/problem.ts'
import { isPaymentsError } from '../../vendors/payments.ts'
import type { BillingParts } from './parts.ts'

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

export function createWebhookRoutes(on: () => BillingParts) {
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
