import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { addIntervals } from '../billing/periods.ts'
import { endpoint } from '../endpoint.ts'
import { newId } from '../wire/ids.ts'
import { fields, integer, pagination, text } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireTestClock } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

const LIFETIME_SECONDS = 30 * 86_400

async function create(work: Work, given: { frozen_time: number; name?: string | undefined }): Promise<WireTestClock> {
  const data: WireTestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: work.realNow,
    deletes_after: work.realNow + LIFETIME_SECONDS,
    frozen_time: given.frozen_time,
    livemode: false,
    name: given.name ?? null,
    status: 'ready',
    status_details: {},
  }
  return (await work.create('test_helpers.test_clock', data, {}, 'test_helpers.test_clock.created')).data
}

/** Sets the clock on its way; the sandbox moves what lives on it right after this answer. */
async function advance(work: Work, target: number, id: string): Promise<WireTestClock> {
  const clock = await work.need('test_helpers.test_clock', id)
  const { frozen_time: now, status } = clock.data
  if (status === 'advancing') {
    throw new StripeError('Test clock advancement underway - cannot perform modifications.', {
      status: 409,
      code: 'lock_timeout',
    })
  }
  if (target <= now) {
    throw new StripeError('frozen_time must be after the current frozen time of the test clock.', {
      param: 'frozen_time',
    })
  }
  if (target > (await furthest(work, id, now))) {
    throw new StripeError(
      'You can only advance up to two intervals from the current frozen time of the test clock, of the shortest subscription on it (two years without one).',
      { param: 'frozen_time' },
    )
  }
  const data = { status: 'advancing' as const, status_details: { advancing: { target_frozen_time: target } } }
  const advancing = await work.update(clock, { data })
  await work.emit('test_helpers.test_clock.advancing', advancing.data, now)
  return advancing.data
}

async function furthest(work: Work, clock: string, now: number): Promise<number> {
  const subscriptions = await work.findAll('subscription', eq(objects.testClock, clock))
  const limits = subscriptions
    .filter(({ data }) => data.status !== 'canceled' && data.status !== 'incomplete_expired')
    .flatMap(({ data }) => data.items.data)
    .map(({ plan }) => addIntervals(now, plan.interval, plan.interval_count * 2))
  return Math.min(...(limits.length > 0 ? limits : [addIntervals(now, 'year', 2)]))
}

/** Everything that lives on a clock goes with it. */
async function remove(work: Work, id: string): Promise<object> {
  const clock = await work.need('test_helpers.test_clock', id)
  for (const subscription of await work.findAll('subscription', eq(objects.testClock, id)))
    await work.remove(subscription)
  for (const invoice of await work.findAll('invoice', eq(objects.testClock, id))) await work.remove(invoice)
  for (const customer of await work.findAll('customer', eq(objects.testClock, id))) await work.remove(customer)
  return work.remove(clock, 'test_helpers.test_clock.deleted')
}

export const testClockEndpoints = [
  endpoint(
    'POST',
    'test_helpers/test_clocks',
    fields({ frozen_time: integer({ min: 0 }), name: text(300).optional() }),
    create,
  ),
  endpoint('GET', 'test_helpers/test_clocks', fields(pagination), (work, page) =>
    work.list({ kind: 'test_helpers.test_clock', page, url: '/v1/test_helpers/test_clocks' }),
  ),
  endpoint(
    'GET',
    'test_helpers/test_clocks/:id',
    fields({}),
    async (work, _, id) => (await work.need('test_helpers.test_clock', id)).data,
  ),
  endpoint('POST', 'test_helpers/test_clocks/:id/advance', fields({ frozen_time: integer() }), (work, given, id) =>
    advance(work, given.frozen_time, id),
  ),
  endpoint('DELETE', 'test_helpers/test_clocks/:id', fields({}), (work, _, id) => remove(work, id)),
]
