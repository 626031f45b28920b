import { html } from 'hono/html'
import { brandWords, money } from '../billing/words.ts'
import type { Stored } from '../kinds.ts'
import type { CardDetails } from '../objects.ts'
import { cardFields, field, testCardList, type CardForm, type FormErrors } from './card-form.ts'
import { alertBox, sandboxPage, type Html } from './shell.ts'

export interface LineShown {
  name: string
  quantity: number
  cents: number
}

/** The form that pays a checkout. `lockedEmail` is the customer's own and cannot be changed here. */
export function checkoutPage(
  { data, hidden }: Stored<'checkout.session'>,
  given: { lines: LineShown[]; form: CardForm; errors: FormErrors; lockedEmail: string | null },
): Html {
  const { lines, form, errors, lockedEmail } = given
  const due = money(data.amount_total, data.currency)
  const [first] = hidden.lineItems
  const every = first?.price.recurring.interval ?? ''
  const rows = lines.map(
    ({ name, quantity, cents }) =>
      html`<dt>${name}${quantity > 1 ? ` × ${quantity}` : ''}</dt>
        <dd>${money(cents, data.currency)}</dd>`,
  )
  const emailMarks = lockedEmail ? html`readonly` : html`autocomplete="email"`
  const main = html` <div class="columns">
    <section aria-labelledby="what">
      <h1 id="what">Subscribe to ${lines[0]?.name ?? 'a plan'}</h1>
      <p class="price">${due} <small>per ${every}</small></p>
      <dl class="sum">
        ${rows}
        <dt class="total">Due today</dt>
        <dd class="total">${due}</dd>
      </dl>

      <p class="soft">
        It renews every ${every} until you cancel. You can cancel at any time and keep it until the end of the period
        you paid for.
      </p>
    </section>
    <section class="card main" aria-labelledby="pay">
      <h2 id="pay">Pay with a card</h2>
      ${alertBox(errors.all)}
      <form method="post" action="/sandbox/stripe/pay/${data.id}">
        ${field('email', 'Email', lockedEmail ?? form.email, errors, emailMarks)} ${cardFields(form, errors)}
        <button type="submit">Subscribe for ${due}</button>
      </form>
    </section>
    <aside aria-label="Test cards">${testCardList()}</aside>
  </div>`
  return sandboxPage({ title: 'Checkout', main, back: data.cancel_url })
}

/** The bank's page on which the cardholder confirms a payment. */
export function challengePage(
  { data }: Stored<'checkout.session'>,
  { card, code }: { code: string; card: CardDetails },
): Html {
  const amount = money(data.amount_total, data.currency)
  const main = html` <section class="card message" aria-labelledby="confirm">
    <h1 id="confirm">Confirm this payment</h1>
    <p>
      The bank of your ${brandWords(card.brand)} card ending in ${card.last4} asks whether you want to pay ${amount} to
      Voxhall.
    </p>
    <form method="post" action="/sandbox/stripe/pay/${data.id}/confirm">
      <input type="hidden" name="code" value="${code}" />
      <div class="row">
        <button name="answer" value="yes">Confirm payment</button>
        <button class="quiet" name="answer" value="no">Refuse</button>
      </div>
    </form>
  </section>`
  return sandboxPage({ title: 'Confirm payment', main })
}
