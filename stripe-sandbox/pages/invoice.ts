import { Hono } from 'hono'
import { html } from 'hono/html'
import { saveCard } from '../billing/customers.ts'
import { charge } from '../billing/invoices.ts'
import { settle } from '../billing/lifecycle.ts'
import { isOver } from '../billing/subscriptions.ts'
import { dayWords, money } from '../billing/words.ts'
import type { Stored } from '../kinds.ts'
import type { CardDetails } from '../objects.ts'
import type { Store } from '../store.ts'
import { noSuch } from '../wire.ts'
import {
  cardFields,
  cardFormSchema,
  EMPTY_FORM,
  judgeCard,
  testCardList,
  type CardForm,
  type FormErrors,
} from './card-form.ts'
import { INVOICE_STATUS } from './portal-page.ts'
import { alertBox, answer, goTo, sandboxPage, scrollTable, show, type Html, type PageDeps } from './shell.ts'

const ROOT = '/sandbox/stripe/invoice/:id/:code'

/** The page of an invoice, which can be paid there while it is open. A visitor needs only its long address to see it. */
export function createInvoicePages(deps: PageDeps): Hono {
  return new Hono()
    .get(ROOT, (c) =>
      answer(deps, c, async (store) =>
        show(invoicePage(await readInvoice(store, c.req.param('id'), c.req.param('code')))),
      ),
    )
    .post(ROOT, (c) =>
      answer(deps, c, async (store) => {
        const invoice = await readInvoice(store, c.req.param('id'), c.req.param('code'))
        if (invoice.data.status === 'open') {
          const form = cardFormSchema.parse(await c.req.parseBody())
          const verdict = judgeCard(form, store.settings.clock())
          if (verdict.kind === 'refused') return show(invoicePage(invoice, form, verdict.errors), verdict.status)
          await pay(store, invoice, verdict.card)
        }
        return goTo(store, pathOf(invoice))
      }),
    )
}

async function readInvoice(store: Store, id: string, accessCode: string): Promise<Stored<'invoice'>> {
  const invoice = await store.need('invoice', id)
  if (invoice.hidden.accessCode !== accessCode) throw noSuch('invoice', id)
  return invoice
}

async function pay(store: Store, invoice: Stored<'invoice'>, card: CardDetails): Promise<void> {
  const customer = await store.need('customer', invoice.data.customer, 'customer')
  const method = await saveCard(store, card, customer)
  const { invoice: paid } = await charge(store, invoice, method, { holderIsThere: true })
  const subscription = await store.find('subscription', paid.data.parent.subscription_details.subscription)
  if (subscription && !isOver(subscription.data.status)) await settle(store, subscription, paid)
}

const pathOf = ({ id, hidden }: Stored<'invoice'>) => `/sandbox/stripe/invoice/${id}/${hidden.accessCode}`

function invoicePage(invoice: Stored<'invoice'>, form: CardForm = EMPTY_FORM, errors: FormErrors = {}): Html {
  const { data } = invoice
  const isOpen = data.status === 'open'
  const owed = money(isOpen ? data.total : data.amount_paid, data.currency)
  const rows = data.lines.data.map(
    ({ description, period, amount }) =>
      html`<tr>
        <td>${description}<br /><span class="soft">${dayWords(period.start)} to ${dayWords(period.end)}</span></td>
        <td class="amount">${money(amount, data.currency)}</td>
      </tr>`,
  )
  const payment = html`<section class="card" aria-labelledby="pay">
    <h2 id="pay">Pay this invoice</h2>
    ${alertBox(errors.all)}
    <form method="post" action="${pathOf(invoice)}">
      ${cardFields(form, errors)}
      <div><button type="submit">Pay ${owed}</button></div>
    </form>
    ${testCardList()}
  </section>`
  const main = html` <div class="narrow">
    <section class="card" aria-labelledby="invoice">
      <h1 id="invoice">Invoice ${data.number}</h1>
      <p>
        <span class="badge">${INVOICE_STATUS[data.status]}</span> ${dayWords(data.created)}, for
        ${data.customer_email ?? 'a customer'}
      </p>
      ${scrollTable(['Description'], 'Amount', rows)}
      <dl class="sum">
        <dt>Total</dt>
        <dd>${money(data.total, data.currency)}</dd>
        <dt class="total">${isOpen ? 'To pay' : 'Paid'}</dt>
        <dd class="total">${owed}</dd>
      </dl>
    </section>
    ${isOpen ? payment : ''}
  </div>`
  return sandboxPage({ title: `Invoice ${data.number}`, main })
}
