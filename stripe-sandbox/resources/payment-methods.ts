import { eq, isNull } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { attachPaymentMethod, cardDetailsOf, cardError, createCardMethod } from '../billing/attach-payment-method.ts'
import { findTestCard, TEST_CARDS } from '../billing/test-cards.ts'
import { endpoint } from '../endpoint.ts'
import { email, emptyable, fields, integer, oneOf, pagination, text } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WirePaymentMethod } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

const createParams = fields({
  billing_details: fields({
    email: emptyable(email()).optional(),
    name: emptyable(text(256)).optional(),
  }).optional(),
  card: fields({
    cvc: text(4).optional(),
    exp_month: integer({ min: 1, max: 12 }).optional(),
    exp_year: integer({ min: 2000, max: 2100 }).optional(),
    number: text(30).optional(),
    token: text().optional(),
  }),
  type: oneOf(['card']),
})

async function create(work: Work, given: typeof createParams._output): Promise<WirePaymentMethod> {
  const { number, token, exp_month: month, exp_year: year } = given.card
  const byToken = token?.replace(/^tok_/, 'pm_card_')
  const card = number ? findTestCard(number.replaceAll(' ', '')) : TEST_CARDS.find(({ method }) => method === byToken)
  if (!card) {
    throw new StripeError('Your card number is incorrect.', {
      status: 402,
      type: 'card_error',
      code: 'incorrect_number',
      param: 'card[number]',
    })
  }
  if (card.declines) throw cardError(card.declines)
  const details = cardDetailsOf(card, work.realNow)
  const method = await createCardMethod(
    work,
    {
      ...details,
      name: given.billing_details?.name ?? '',
      expMonth: month ?? details.expMonth,
      expYear: year ?? details.expYear,
    },
    { customer: null, testClock: null, email: given.billing_details?.email ?? null },
  )
  return method.data
}

/** Takes the card away from its customer, and from what it paid for. */
async function detach(work: Work, id: string): Promise<WirePaymentMethod> {
  const method = await work.need('payment_method', id)
  const customer = method.data.customer ? await work.find('customer', method.data.customer) : undefined
  if (!customer) {
    throw new StripeError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        code: 'payment_method_unexpected_state',
      },
    )
  }
  if (!customer.deleted && customer.data.invoice_settings.default_payment_method === id) {
    const invoice_settings = { ...customer.data.invoice_settings, default_payment_method: null }
    await work.update(customer, { data: { invoice_settings } }, 'customer.updated')
  }
  for (const subscription of await work.findAll('subscription', eq(objects.customer, customer.id))) {
    if (subscription.data.default_payment_method !== id) continue
    await work.update(subscription, { data: { default_payment_method: null } }, 'customer.subscription.updated')
  }
  const detached = await work.update(method, { data: { customer: null } })
  const previous = { customer: customer.id }
  await work.emit('payment_method.detached', detached.data, await work.nowOn(customer.data.test_clock), previous)
  return detached.data
}

const ofOneCustomer = fields({ ...pagination, type: oneOf(['card']).optional() })

export const paymentMethodEndpoints = [
  endpoint('POST', 'payment_methods', createParams, create),
  endpoint(
    'GET',
    'payment_methods',
    fields({ ...pagination, customer: text().optional(), type: oneOf(['card']).optional() }),
    (work, { customer, ...page }) =>
      work.list({
        kind: 'payment_method',
        page,
        url: '/v1/payment_methods',
        where: [customer ? eq(objects.customer, customer) : isNull(objects.customer)],
      }),
  ),
  endpoint(
    'GET',
    'payment_methods/:id',
    fields({}),
    async (work, _, id) => (await work.need('payment_method', id)).data,
  ),
  endpoint(
    'POST',
    'payment_methods/:id/attach',
    fields({ customer: text() }),
    async (work, { customer }, id) => (await attachPaymentMethod(work, id, customer, 'payment_method')).data,
  ),
  endpoint('POST', 'payment_methods/:id/detach', fields({}), (work, _, id) => detach(work, id)),
  endpoint('GET', 'customers/:id/payment_methods', ofOneCustomer, async (work, page, id) => {
    await work.need('customer', id)
    const url = `/v1/customers/${id}/payment_methods`
    return work.list({ kind: 'payment_method', page, url, where: [eq(objects.customer, id)] })
  }),
]
