import { Hono } from 'hono'
import type { AppEnv } from '../../server/src/infra/http/context.ts'
import { escapeHtml } from '../../server/src/infra/http/html.ts'
import { createCardMethod } from '../billing/attach-payment-method.ts'
import { dayWords, money } from '../billing/money.ts'
import type { Stored } from '../kinds.ts'
import { payInvoice } from '../resources/invoices.ts'
import { noSuch } from '../wire/stripe-error.ts'
import type { Work } from '../work.ts'
import {
  cardFields,
  cardFormSchema,
  EMPTY_FORM,
  judgeCard,
  testCardList,
  type CardForm,
  type FormErrors,
} from './card-form.ts'
import { goTo, page, writes, type PageDeps } from './page-answers.ts'
import { INVOICE_STATUS } from './portal-page.ts'
import { alertBox, sandboxPage } from './shell.ts'

const ROOT = '/sandbox/stripe/invoice/:id/:code'

/** An invoice as its receiver sees it, and pays it while it is open. */
export function createInvoiceRoutes(deps: PageDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(ROOT, (c) =>
      writes(deps, c, async (work) =>
        page(invoicePage(await readInvoice(work, c.req.param('id'), c.req.param('code')))),
      ),
    )
    .post(ROOT, (c) =>
      writes(deps, c, async (work) => {
        const invoice = await readInvoice(work, c.req.param('id'), c.req.param('code'))
        const here = goTo(deps, pathOf(invoice))
        if (invoice.data.status !== 'open') return here
        const form = cardFormSchema.parse(await c.req.parseBody())
        const verdict = judgeCard(form, work.settings.clock())
        if (verdict.kind === 'refused') {
          return page(invoicePage(invoice, form, verdict.errors), verdict.errors.all ? 402 : 422)
        }
        const customer = await work.need('customer', invoice.data.customer ?? '', 'customer')
        const owner = { customer: customer.id, testClock: customer.data.test_clock ?? null, email: customer.data.email }
        const method = await createCardMethod(work, verdict.card, owner)
        await payInvoice(work, invoice, { method: method.id, personIsThere: true })
        return here
      }),
    )
}

async function readInvoice(work: Work, id: string, accessCode: string): Promise<Stored<'invoice'>> {
  const invoice = await work.need('invoice', id)
  if (invoice.hidden.accessCode !== accessCode) throw noSuch('invoice', id, 'id')
  return invoice
}

const pathOf = ({ id, hidden }: Stored<'invoice'>) => `/sandbox/stripe/invoice/${id}/${hidden.accessCode}`

function invoicePage(invoice: Stored<'invoice'>, form: CardForm = EMPTY_FORM, errors: FormErrors = {}): string {
  const { data } = invoice
  const lines = data.lines.data.map(
    ({ description, period, amount, currency }) =>
      `<tr><td>${escapeHtml(description ?? '')}<br><span class="soft">${dayWords(period.start)} to ${dayWords(period.end)}</span></td><td class="amount">${money(amount, currency)}</td></tr>`,
  )
  const credit =
    data.starting_balance === 0
      ? ''
      : `<dt>Previous balance</dt><dd>${money(data.starting_balance, data.currency)}</dd>`
  const owed = data.status === 'open' ? data.amount_remaining : data.amount_paid
  const pay =
    data.status === 'open'
      ? `<section class="card" aria-labelledby="pay"><h2 id="pay">Pay this invoice</h2>${alertBox(errors.all)}
<form method="post" action="${pathOf(invoice)}">${cardFields(form, errors)}<div><button type="submit">Pay ${money(data.amount_remaining, data.currency)}</button></div></form>${testCardList()}</section>`
      : ''
  const main = `
<div class="narrow">
<section class="card" aria-labelledby="invoice">
<h1 id="invoice">Invoice ${escapeHtml(data.number ?? data.id)}</h1>
<p><span class="badge">${data.status ? INVOICE_STATUS[data.status] : ''}</span> ${dayWords(data.created)}, for ${escapeHtml(data.customer_email ?? 'a customer')}</p>
<div class="scroll"><table><thead><tr><th>Description</th><th class="amount">Amount</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>
<dl class="sum"><dt>Total</dt><dd>${money(data.total, data.currency)}</dd>${credit}<dt class="total">${data.status === 'open' ? 'To pay' : 'Paid'}</dt><dd class="total">${money(owed, data.currency)}</dd></dl>
</section>
${pay}
</div>`
  return sandboxPage({ title: `Invoice ${data.number ?? ''}`, main })
}
