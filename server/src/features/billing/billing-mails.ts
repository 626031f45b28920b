import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'
import type { ProviderInvoice } from '../../vendors/payments.ts'
import type { Subscriber } from './subscriber-row.ts'

const CLAIM_LABEL = 'Add the plan to your account'
const CLAIM_ONCE =
  'The link works until the plan is on an account. The first account to use it gets the plan, so please do not forward this email.'

interface Receipt {
  to: string
  name: string
  row: Subscriber
  invoice: ProviderInvoice
  /** The link that adds a purchase to an account; null if it has one already. */
  claimUrl: string | null
  publicUrl: string
}

export function receiptMail({ to, name, row, invoice, claimUrl, publicUrl }: Receipt): MailDraft {
  const { subscriptionTier: plan, endsAt, periodEnd } = row
  const amount = amountOf(invoice)
  const period = invoice.period ?? { start: row.periodStart, end: periodEnd }
  const before = [
    invoice.paidCents > 0
      ? `Thank you. Your payment of ${amount} for the ${plan} plan has arrived.`
      : `Thank you. Your ${plan} plan has begun. Nothing was charged.`,
    `It covers ${dayOf(period.start)} to ${dayOf(period.end)}.`,
  ]
  const next =
    endsAt === null
      ? `The plan renews on ${dayOf(periodEnd)} and continues until you cancel it.`
      : `The plan ends on ${dayOf(endsAt)} and does not renew.`
  const invoiceLink =
    invoice.url === null ? [] : [{ label: `Invoice ${invoice.number ?? ''}`.trim(), url: invoice.url }]
  if (claimUrl === null) {
    return composeMail({
      to,
      subject: `Your receipt for the ${plan} plan`,
      greetingName: name,
      before,
      action: { label: 'See your plan', url: `${publicUrl}/account` },
      after: [next, 'To change or cancel it, or to use another card, open “Change or cancel” on your account page.'],
      links: invoiceLink,
    })
  }
  return composeMail({
    to,
    subject: `Your receipt, and how to use your ${plan} plan`,
    greetingName: name,
    before: [
      ...before,
      'You paid without being logged in, so the plan is not on an account yet. Open this link and log in or sign up there to add it. The account may use any email address.',
    ],
    action: { label: CLAIM_LABEL, url: claimUrl },
    after: [CLAIM_ONCE, `${next} Once the plan is on your account, you can change or cancel it there.`],
    links: [...invoiceLink, { label: 'Questions, or cancel without an account', url: `${publicUrl}/contact` }],
  })
}

/** The claim link alone, for a person who asked for it again. */
export function claimMail({ to, plan, url }: { to: string; plan: string; url: string }): MailDraft {
  return composeMail({
    to,
    subject: `The link to your ${plan} plan`,
    greetingName: '',
    before: `The ${plan} plan was paid for with this email address by someone who was not logged in. If that was you, open this link and log in or sign up there to add the plan to your account.`,
    action: { label: CLAIM_LABEL, url },
    after: CLAIM_ONCE,
  })
}

function amountOf({ paidCents, currency }: ProviderInvoice): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  // Amounts are in the currency's smallest unit; a currency without decimals has only its main unit.
  return format.format(paidCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** Such as "November 24, 2026". */
export function dayOf(date: Date): string {
  return date.toLocaleDateString('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
}
