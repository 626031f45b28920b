import { escapeHtml } from '../../server/src/infra/http/html.ts'
import { dayWords, money, periodWords } from '../billing/money.ts'
import type { CardDetails, Stored } from '../kinds.ts'
import { brandWords } from '../billing/test-cards.ts'
import { cardFields, field, testCardList, type CardForm, type FormErrors } from './card-form.ts'
import { alertBox, sandboxPage } from './shell.ts'

const DAY_SECONDS = 86_400

type Session = Stored<'checkout.session'>

/** The form that is paid with. `lockedEmail` is the customer's own and cannot be changed here. */
export function checkoutPage(
  session: Session,
  { form, errors, lockedEmail, now }: { form: CardForm; errors: FormErrors; lockedEmail: string | null; now: number },
): string {
  const { data } = session
  const email = field({
    name: 'email',
    label: 'Email',
    type: 'email',
    value: lockedEmail ?? form.email,
    errors,
    extra: lockedEmail ? 'readonly' : 'autocomplete="email"',
  })
  const due = money(data.amount_total ?? 0, data.currency ?? 'usd')
  const trial = trialEndOf(session, now)
  const main = `
<div class="columns">
<section aria-labelledby="what">${summary(session, trial)}</section>
<section class="card main" aria-labelledby="pay">
<h2 id="pay">Pay with a card</h2>
${alertBox(errors.all)}
<form method="post" action="/sandbox/stripe/pay/${data.id}">
${email}
${cardFields(form, errors)}
<button type="submit">${trial === null ? `Subscribe for ${due}` : 'Start trial'}</button>
</form>
</section>
<aside aria-label="Test cards">${testCardList()}</aside>
</div>`
  return sandboxPage({ title: 'Checkout', main, back: data.cancel_url ?? undefined })
}

function summary(session: Session, trialEnd: number | null): string {
  const { data, hidden } = session
  const [first] = hidden.lineItems
  const currency = data.currency ?? 'usd'
  const perPeriod = hidden.lineItems.reduce((sum, { amount_total: amount }) => sum + amount, 0)
  const every = first?.price ? periodWords(first.price) : 'month'
  const rows = hidden.lineItems.map(
    ({ description, quantity, amount_total: amount }) =>
      `<dt>${escapeHtml(description ?? 'Plan')}${(quantity ?? 1) > 1 ? ` × ${quantity}` : ''}</dt><dd>${money(amount, currency)}</dd>`,
  )
  const later = trialEnd === null ? '' : `<p class="soft">Free until ${dayWords(trialEnd)}, then charged.</p>`
  return `
<h1 id="what">Subscribe to ${escapeHtml(first?.description ?? 'a plan')}</h1>
<p class="price">${money(perPeriod, currency)} <small>per ${every}</small></p>
<dl class="sum">${rows.join('')}<dt class="total">Due today</dt><dd class="total">${money(data.amount_total ?? 0, currency)}</dd></dl>
${later}
<p class="soft">It renews every ${every} until you cancel. You can cancel at any time and keep it until the end of the period you paid for.</p>`
}

function trialEndOf({ hidden: { plan } }: Session, now: number): number | null {
  return plan.trialEnd ?? (plan.trialPeriodDays ? now + plan.trialPeriodDays * DAY_SECONDS : null)
}

/** The step that a bank adds: the person says that the payment is theirs. */
export function challengePage(session: Session, challenge: { code: string; card: CardDetails }): string {
  const { data } = session
  const amount = money(data.amount_total ?? 0, data.currency ?? 'usd')
  const main = `
<section class="card message" aria-labelledby="confirm">
<h1 id="confirm">Confirm this payment</h1>
<p>The bank of your ${brandWords(challenge.card.brand)} card ending in ${escapeHtml(challenge.card.last4)} asks whether you want to pay ${amount} to Voxhall.</p>
<form method="post" action="/sandbox/stripe/pay/${data.id}/confirm">
<input type="hidden" name="code" value="${escapeHtml(challenge.code)}">
<div class="row"><button name="answer" value="yes">Confirm payment</button>
<button class="quiet" name="answer" value="no">Refuse</button></div>
</form>
</section>`
  return sandboxPage({ title: 'Confirm payment', main })
}
