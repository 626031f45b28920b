import { html } from 'hono/html'
import { periodOf } from '../billing/subscriptions.ts'
import { brandWords, dayWords, money } from '../billing/words.ts'
import type { Stored } from '../kinds.ts'
import type { InvoiceStatus, SubscriptionStatus } from '../lifecycles.ts'
import type { Price } from '../objects.ts'
import { cardFields, EMPTY_FORM, testCardList, type CardForm, type FormErrors } from './card-form.ts'
import { alertBox, sandboxPage, scrollTable, statusBox, type Html } from './shell.ts'

export interface PortalPlan {
  subscription: Stored<'subscription'>
  name: string
  price: Price | undefined
  /** Prices that the plan may be changed to, the cheapest first. */
  choices: { price: Price; name: string }[]
  /** The name of the plan that is scheduled for the next period. */
  scheduled: string | null
}

export interface PortalView {
  session: Stored<'billing_portal.session'>
  customer: Stored<'customer'>
  plans: PortalPlan[]
  card: Stored<'payment_method'> | undefined
  /** Newest first. */
  invoices: Stored<'invoice'>[]
  /** The portal's own address, without a trailing slash. */
  path: string
}

/** Shown on the page that follows an action. */
export const NOTICES = {
  canceled: 'Your plan is set to end. You keep it until then.',
  kept: 'Your plan continues as before.',
  ended: 'Your plan has ended.',
  switched: 'Your plan was changed.',
  later: 'Your plan will change when the next period starts. Until then you keep the current one.',
  card: 'Your new card is saved.',
  paid: 'Your new card is saved, and the outstanding payment went through.',
  unpaid: 'Your new card is saved, but the outstanding payment was declined. Nothing was paid.',
} as const

export type Notice = keyof typeof NOTICES

export const INVOICE_STATUS: Readonly<Record<InvoiceStatus, string>> = { open: 'Open', paid: 'Paid', void: 'Void' }

const STATES: Readonly<Record<SubscriptionStatus, string>> = {
  active: 'Active.',
  trialing: 'On trial.',
  past_due: 'The last payment failed. Change your card below to pay it.',
  unpaid: 'Not paid. Change your card below to pay it.',
  paused: 'Paused.',
  incomplete: 'The first payment is still due. Pay its invoice below.',
  incomplete_expired: 'Expired.',
  canceled: 'Canceled.',
}

const NO_PLAN = html`<section class="card">
  <h2>No plan at the moment</h2>
  <p>Your invoices stay here. Choose a plan on the site to start again.</p>
</section>`

/** Shows the plans, card and invoices of one customer. */
export function portalPage(
  view: PortalView,
  given: { notice?: Notice | undefined; cardErrors?: FormErrors; cardForm?: CardForm },
): Html {
  const { notice, cardErrors = {}, cardForm = EMPTY_FORM } = given
  const { customer, plans, session } = view
  const main = html` <div class="narrow">
    <h1>Your plan and payments</h1>
    <p class="soft">${customer.data.email ?? customer.id}</p>
    ${statusBox(notice && NOTICES[notice])} ${plans.length === 0 ? NO_PLAN : plans.map((plan) => planCard(view, plan))}
    ${cardSection(view, cardForm, cardErrors)} ${invoiceSection(view)}
  </div>`
  return sandboxPage({ title: 'Your plan', main, back: session.data.return_url })
}

function planCard(view: PortalView, plan: PortalPlan): Html {
  const { subscription, name, price, scheduled } = plan
  const { data } = subscription
  const isEnding = data.cancel_at !== null
  const end = dayWords(data.cancel_at ?? periodOf(data).end)
  const when = isEnding ? `Ends on ${end}.` : data.status === 'paused' ? '' : `Renews on ${end}.`
  const hiddenId = html`<input type="hidden" name="subscription" value="${subscription.id}" />`
  const keep = html`<form method="post" action="${view.path}/keep">
    ${hiddenId}<button type="submit">Keep plan</button>
  </form>`
  const cancel = html`<a class="button quiet" href="${view.path}/cancel/${subscription.id}">Cancel plan</a>`
  return html` <section class="card" aria-label="${name}">
    <h2>${name}</h2>
    <p class="price">
      ${price && html`${money(price.unit_amount, price.currency)} <small>per ${price.recurring.interval}</small>`}
    </p>
    <p>${STATES[data.status]} ${when}</p>
    ${scheduled === null ? '' : html`<p>Changes to ${scheduled} on ${end}.</p>`}
    <div class="row">${isEnding || scheduled !== null ? keep : ''}${isEnding ? '' : cancel}</div>
    ${isEnding ? '' : choiceForm(view, plan, hiddenId)}
  </section>`
}

function choiceForm({ session, path }: PortalView, { choices }: PortalPlan, hiddenId: Html): Html | '' {
  if (choices.length === 0) return ''
  const options = choices.map(
    ({ price, name }, index) =>
      html`<label
        ><input type="radio" name="price" value="${price.id}" ${index === 0 ? ' checked' : ''} required />${name}<span
          class="amount"
          >${money(price.unit_amount, price.currency)} per ${price.recurring.interval}</span
        ></label
      >`,
  )
  return html`<details${session.data.flow ? ' open' : ''}><summary>Change plan</summary>
<form method="post" action="${path}/switch">${hiddenId}<fieldset class="choices"><legend>Change to</legend>${options}</fieldset>
<p class="soft">A larger or longer plan begins and is billed today, less the unused part of your current period. A smaller or shorter one begins with your next period.</p>
<div><button type="submit">Change plan</button></div></form></details>`
}

function cardSection({ path, card }: PortalView, form: CardForm, errors: FormErrors): Html {
  const { brand = '', last4, exp_month: month, exp_year: year } = card?.data.card ?? {}
  const expires = `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`
  const isOpen = Object.keys(errors).length > 0
  return html`
<section class="card" aria-labelledby="card"><h2 id="card">Card</h2><p>${card ? `${brandWords(brand)} ending in ${last4}, expires ${expires}` : 'No card is saved.'}</p>
<details${isOpen ? ' open' : ''}><summary>Change card</summary>${alertBox(errors.all)}
<form method="post" action="${path}/card">${cardFields(form, errors)}<div><button type="submit">Save card</button></div></form>
${testCardList()}</details></section>`
}

function invoiceSection({ invoices }: PortalView): Html | '' {
  if (invoices.length === 0) return ''
  const rows = invoices.map(
    ({ data }) =>
      html`<tr>
        <td class="number">${dayWords(data.created, 'short')}</td>
        <td><a href="${data.hosted_invoice_url}">${data.number}</a></td>
        <td><span class="badge">${INVOICE_STATUS[data.status]}</span></td>
        <td class="amount">${money(data.total, data.currency)}</td>
      </tr>`,
  )
  return html` <section class="card" aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    ${scrollTable(['Date', 'Number', 'Status'], 'Amount', rows)}
  </section>`
}

/** Asks once more before a plan is set to end. */
export function cancelPage({ path }: PortalView, { subscription, name }: PortalPlan): Html {
  const until = dayWords(periodOf(subscription.data).end)
  const main = html` <section class="card message">
    <h1>Cancel ${name}?</h1>
    <p>You keep it until ${until} and will not be charged again. You can change your mind until then.</p>
    <form method="post" action="${path}/cancel">
      <input type="hidden" name="subscription" value="${subscription.id}" />
      <div class="row">
        <button type="submit">Cancel plan</button><a class="button quiet" href="${path}">Do not cancel</a>
      </div>
    </form>
  </section>`
  return sandboxPage({ title: `Cancel ${name}`, main, back: path })
}
