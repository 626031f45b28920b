import { escapeHtml } from '../../server/src/infra/http/html.ts'
import { periodOf } from '../billing/change-subscription.ts'
import { dayWords, money, periodWords, shortDay } from '../billing/money.ts'
import { brandWords } from '../billing/test-cards.ts'
import type { WireInvoice, WireSubscription } from '../wire/wire-types.ts'
import { cardFields, EMPTY_FORM, testCardList, type CardForm, type FormErrors } from './card-form.ts'
import type { PortalChoice, PortalPlan, PortalView } from './portal-view.ts'
import { alertBox, sandboxPage, statusBox } from './shell.ts'

/** What was just done, said on the page that follows. */
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

const AT_ONCE =
  'The unused part of your current period is credited. A change between monthly and yearly is billed today.'
const LARGER_AT_ONCE =
  'A larger or longer plan begins and is billed today, less the unused part of your current period. A smaller or shorter one begins with your next period.'

function changeWords({ features }: PortalView): string {
  return features.subscription_update.schedule_at_period_end.conditions.length > 0 ? LARGER_AT_ONCE : AT_ONCE
}

export const INVOICE_STATUS: Readonly<Record<NonNullable<WireInvoice['status']>, string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
}

/** Plans, card and invoices of one customer. */
export function portalPage(
  view: PortalView,
  {
    notice,
    cardErrors = {},
    cardForm = EMPTY_FORM,
  }: { notice?: Notice | undefined; cardErrors?: FormErrors; cardForm?: CardForm },
): string {
  const { customer, plans, session } = view
  const flow = session.data.flow?.type
  const main = `
<div class="narrow">
<h1>Your plan and payments</h1>
<p class="soft">${escapeHtml(customer.data.email ?? customer.id)}</p>
${statusBox(notice && NOTICES[notice])}
${plans.length === 0 ? '<section class="card"><h2>No plan at the moment</h2><p>Your invoices stay here. Choose a plan on the site to start again.</p></section>' : plans.map((plan) => planCard(view, plan, flow === 'subscription_update')).join('\n')}
${view.features.payment_method_update.enabled ? cardSection(view, cardForm, cardErrors, flow === 'payment_method_update') : ''}
${view.features.invoice_history.enabled ? invoiceSection(view) : ''}
</div>`
  return sandboxPage({ title: 'Your plan', main, back: session.data.return_url ?? undefined })
}

const STATES: Readonly<Record<WireSubscription['status'], string>> = {
  active: 'Active',
  trialing: 'On trial',
  past_due: 'The last payment failed. Change your card below to pay it.',
  unpaid: 'Not paid. Change your card below to pay it.',
  paused: 'Paused',
  incomplete: 'The first payment is still due. Pay its invoice below.',
  incomplete_expired: 'Expired',
  canceled: 'Canceled',
}

function planCard(view: PortalView, plan: PortalPlan, opensChoices: boolean): string {
  const { subscription, name, price } = plan
  const { data } = subscription
  const amount = price
    ? `${money(price.unit_amount ?? 0, price.currency)} <small>per ${periodWords(price)}</small>`
    : ''
  const end = dayWords(data.cancel_at ?? periodOf(data).end)
  const { scheduled } = plan
  const next = scheduled === null ? '' : `<p>Changes to ${escapeHtml(scheduled)} on ${end}.</p>`
  const when = data.cancel_at === null ? (data.status === 'paused' ? '' : `Renews on ${end}.`) : `Ends on ${end}.`
  const hiddenId = `<input type="hidden" name="subscription" value="${subscription.id}">`
  const keep = `<form method="post" action="${view.path}/keep">${hiddenId}<button type="submit">Keep plan</button></form>`
  const cancel = view.features.subscription_cancel.enabled
    ? `<a class="button quiet" href="${view.path}/cancel/${subscription.id}">Cancel plan</a>`
    : ''
  const actions = data.cancel_at === null ? `${scheduled === null ? '' : keep}${cancel}` : keep
  return `
<section class="card" aria-label="${escapeHtml(name)}">
<h2>${escapeHtml(name)}</h2>
<p class="price">${amount}</p>
<p>${STATES[data.status]}${STATES[data.status].endsWith('.') ? '' : '.'} ${when}</p>
${next}
<div class="row">${actions}</div>
${data.cancel_at === null ? choices(view, plan, hiddenId, opensChoices) : ''}
</section>`
}

function choices(view: PortalView, plan: PortalPlan, hiddenId: string, isOpen: boolean): string {
  if (plan.choices.length === 0) return ''
  const options = plan.choices.map(
    ({ price, name }, index) =>
      `<label><input type="radio" name="price" value="${escapeHtml(price.id)}"${index === 0 ? ' checked' : ''} required>${escapeHtml(name)}<span class="amount">${money(price.unit_amount ?? 0, price.currency)} per ${periodWords(price)}</span></label>`,
  )
  return `<details${isOpen ? ' open' : ''}><summary>Change plan</summary>
<form method="post" action="${view.path}/switch">${hiddenId}<fieldset class="choices"><legend>Change to</legend>${options.join('')}</fieldset>
<p class="soft">${changeWords(view)}</p>
<div><button type="submit">Change plan</button></div></form></details>`
}

function cardSection({ path, card }: PortalView, form: CardForm, errors: FormErrors, isOpen: boolean): string {
  const details = card?.data.card
  const words = details
    ? `${brandWords(details.brand)} ending in ${escapeHtml(details.last4)}, expires ${String(details.exp_month).padStart(2, '0')}/${String(details.exp_year).slice(-2)}`
    : 'No card is saved.'
  const shown = isOpen || Object.keys(errors).length > 0
  return `
<section class="card" aria-labelledby="card"><h2 id="card">Card</h2><p>${words}</p>
<details${shown ? ' open' : ''}><summary>Change card</summary>${alertBox(errors.all)}
<form method="post" action="${path}/card">${cardFields(form, errors)}<div><button type="submit">Save card</button></div></form>
${testCardList()}</details></section>`
}

function invoiceSection({ invoices }: PortalView): string {
  if (invoices.length === 0) return ''
  const rows = invoices.map(({ data }) => {
    const link = `<a href="${escapeHtml(data.hosted_invoice_url ?? '')}">${escapeHtml(data.number ?? data.id)}</a>`
    const state = data.status ? INVOICE_STATUS[data.status] : ''
    return `<tr><td class="number">${shortDay(data.created)}</td><td>${link}</td><td><span class="badge">${state}</span></td><td class="amount">${money(data.total, data.currency)}</td></tr>`
  })
  return `
<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2><div class="scroll"><table>
<thead><tr><th>Date</th><th>Number</th><th>Status</th><th class="amount">Amount</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

/** Asks once more before a plan is set to end. */
export function cancelPage(view: PortalView, { subscription, name }: PortalPlan): string {
  const atOnce = view.features.subscription_cancel.mode === 'immediately'
  const until = dayWords(periodOf(subscription.data).end)
  const text = atOnce
    ? 'It ends immediately. What you paid is not refunded.'
    : `You keep it until ${until} and will not be charged again. You can change your mind until then.`
  const main = `
<section class="card message"><h1>Cancel ${escapeHtml(name)}?</h1><p>${text}</p>
<form method="post" action="${view.path}/cancel"><input type="hidden" name="subscription" value="${subscription.id}">
<div class="row"><button type="submit">Cancel plan</button><a class="button quiet" href="${view.path}">Do not cancel</a></div></form></section>`
  return sandboxPage({ title: `Cancel ${name}`, main, back: view.path })
}

/** Asks once before a plan is changed to the one that the site has proposed. */
export function confirmPage(view: PortalView, { subscription, name }: PortalPlan, choice: PortalChoice): string {
  const { price } = choice
  const amount = `${money(price.unit_amount ?? 0, price.currency)} per ${periodWords(price)}`
  const main = `
<section class="card message"><h1>Change to ${escapeHtml(choice.name)}?</h1>
<p>From ${escapeHtml(name)} to ${escapeHtml(choice.name)} for ${amount}. ${changeWords(view)}</p>
<form method="post" action="${view.path}/switch"><input type="hidden" name="subscription" value="${subscription.id}"><input type="hidden" name="price" value="${escapeHtml(price.id)}">
<div class="row"><button type="submit">Change plan</button><a class="button quiet" href="${escapeHtml(view.session.data.return_url ?? view.path)}">Do not change</a></div></form></section>`
  return sandboxPage({ title: `Change to ${choice.name}`, main, back: view.session.data.return_url ?? undefined })
}
