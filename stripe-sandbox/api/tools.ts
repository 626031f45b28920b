import { z } from 'zod'
import { catchUpAll } from '../billing/lifecycle.ts'
import type { TestClock } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId, randomLetters, StripeError } from '../wire.ts'
import { endpoint, integer, list, page, readOne, text } from './endpoint.ts'

// Webhook endpoints and test clocks, for operators and tests.

/** Only this response contains the signing secret. */
async function createWebhook(store: Store, given: { url: string; enabled_events: string[] }): Promise<object> {
  const secret = `whsec_${randomLetters(32)}`
  const data = { id: newId('we'), enabled_events: given.enabled_events, status: 'enabled' as const, url: given.url }
  return { ...(await store.create('webhook_endpoint', data, { secret })).data, secret }
}

/** Advances a test clock. Stripe does so after its response; the sandbox has finished when it responds. */
async function advance(store: Store, target: number, id: string): Promise<TestClock> {
  const clock = await store.need('test_helpers.test_clock', id)
  if (target <= clock.data.frozen_time) {
    throw new StripeError('frozen_time must be after the current time of the test clock.', { param: 'frozen_time' })
  }
  while (!(await catchUpAll(store, id, target))) continue
  return (await store.update(clock, { data: { frozen_time: target } })).data
}

export const toolEndpoints = [
  endpoint(
    'POST',
    'webhook_endpoints',
    { description: text().optional(), enabled_events: list(text()), url: z.url({ protocol: /^https?$/ }) },
    createWebhook,
  ),
  endpoint('GET', 'webhook_endpoints', page, (store, given) => store.list('webhook_endpoint', given)),
  endpoint('POST', 'test_helpers/test_clocks', { frozen_time: integer() }, async (store, given) => {
    const data = { id: newId('clock'), frozen_time: given.frozen_time, status: 'ready' as const }
    return (await store.create('test_helpers.test_clock', data, {})).data
  }),
  readOne('test_helpers/test_clocks/:id', 'test_helpers.test_clock'),
  endpoint('POST', 'test_helpers/test_clocks/:id/advance', { frozen_time: integer() }, (store, given, id) =>
    advance(store, given.frozen_time, id),
  ),
]
