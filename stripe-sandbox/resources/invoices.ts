import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { cardError } from '../billing/attach-payment-method.ts'
import { attemptPayment, payingMethod, recoverSubscription, subscriptionOf } from '../billing/collect.ts'
import { finalizeInvoice } from '../billing/invoices.ts'
import { endpoint } from '../endpoint.ts'
import type { Stored } from '../kinds.ts'
import { fields, flag, oneOf, pagination, range, text } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireInvoice } from '../wire/wire-types.ts'
import { notOnTestClock, type Work } from '../work.ts'
import { pageOf } from './line-items.ts'
import { noMethod } from './subscription-params.ts'

const payParams = fields({ off_session: flag().optional(), payment_method: text().optional() })

const listParams = fields({
  ...pagination,
  created: range().optional(),
  customer: text().optional(),
  status: oneOf(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text().optional(),
})

/** Pays an invoice now. A decline is kept: it counts as an attempt. */
export async function payInvoice(
  work: Work,
  invoice: Stored<'invoice'>,
  { method: chosen, personIsThere }: { method?: string | undefined; personIsThere: boolean },
): Promise<WireInvoice> {
  const open = invoice.data.status === 'draft' ? await finalizeInvoice(work, invoice) : invoice
  if (open.data.status === 'paid') throw new StripeError('Invoice is already paid', { code: 'invoice_already_paid' })
  if (open.data.status !== 'open' && open.data.status !== 'uncollectible') {
    throw new StripeError(
      `You can only pay open or uncollectible invoices. This invoice's status is \`${open.data.status}\`.`,
    )
  }
  const customer = await work.need('customer', open.data.customer ?? '')
  const subscription = await work.find('subscription', subscriptionOf(open.data) ?? '')
  const method = chosen
    ? await work.need('payment_method', chosen, 'payment_method')
    : await payingMethod(work, customer, subscription)
  if (!method && open.data.amount_due > 0) throw noMethod()
  const attempt = await attemptPayment(work, open, method, { personIsThere })
  if (attempt.decline) throw cardError(attempt.decline, { keepsChanges: true })
  const isDraftOf = subscription?.hidden.draft?.invoice === open.id
  if (subscription && subscription.data.status !== 'canceled') {
    const hidden = isDraftOf ? { ...subscription.hidden, draft: null } : subscription.hidden
    await recoverSubscription(work, { ...subscription, hidden }, attempt.invoice)
  }
  return attempt.invoice.data
}

export const invoiceEndpoints = [
  endpoint('GET', 'invoices', listParams, (work, { customer, status, subscription, created, ...page }) =>
    work.list({
      kind: 'invoice',
      page,
      created,
      url: '/v1/invoices',
      where: [
        customer ? eq(objects.customer, customer) : undefined,
        status ? eq(objects.status, status) : undefined,
        subscription ? eq(objects.subscription, subscription) : undefined,
        customer || subscription ? undefined : notOnTestClock(),
      ],
    }),
  ),
  endpoint('GET', 'invoices/:id', fields({}), async (work, _, id) => (await work.need('invoice', id)).data),
  endpoint('GET', 'invoices/:id/lines', fields(pagination), async (work, page, id) =>
    pageOf((await work.need('invoice', id)).data.lines.data, page, `/v1/invoices/${id}/lines`),
  ),
  endpoint('POST', 'invoices/:id/pay', payParams, async (work, given, id) =>
    payInvoice(work, await work.need('invoice', id), {
      method: given.payment_method,
      personIsThere: given.off_session === false,
    }),
  ),
]
