import { expect, it } from 'vitest'
import { invoiceSchema } from '../../vendors/payments.ts'
import { receiptMail } from './billing-mails.ts'

const RECEIPT = {
  to: 'payer@example.com',
  name: 'Ann',
  row: {
    subscriptionTier: 'Basic',
    periodStart: new Date('2026-11-01T00:00:00Z'),
    periodEnd: new Date('2026-12-01T00:00:00Z'),
    endsAt: null as Date | null,
  },
  invoice: { paidCents: 999, currency: 'usd', period: null, url: null, number: null },
  claimUrl: null,
  publicUrl: 'https://voxhall.example',
} as unknown as Parameters<typeof receiptMail>[0]

it.each([
  ['usd', 999, '$9.99'],
  ['eur', 1_050, '€10.50'],
  // A currency without decimals is counted in its main unit.
  ['jpy', 1_500, '¥1,500'],
])('a receipt in %s names the amount paid', (currency, paidCents, amount) => {
  const { text } = receiptMail({ ...RECEIPT, invoice: { ...RECEIPT.invoice, currency, paidCents } })
  expect(text).toContain(`Your payment of ${amount} for the Basic plan has arrived.`)
})

it('a receipt says whether the plan renews', () => {
  const row = { ...RECEIPT.row, endsAt: RECEIPT.row.periodEnd }
  expect(receiptMail(RECEIPT).text).toContain('The plan renews on December 1, 2026')
  expect(receiptMail({ ...RECEIPT, row }).text).toContain('The plan ends on December 1, 2026 and does not renew.')
})

it('a receipt for a larger plan names its own period, not the one of which the rest was credited', () => {
  const at = (day: string) => Date.parse(day) / 1_000
  const lines = ['2026-12-01', '2026-12-10'].map((end) => ({ period: { start: at('2026-11-10'), end: at(end) } }))
  const paid = { id: 'in_1', created: at('2026-11-10'), status: 'paid', total: 999, amount_paid: 999, currency: 'usd' }
  for (const data of [lines, lines.toReversed()]) {
    const { text } = receiptMail({ ...RECEIPT, invoice: invoiceSchema.parse({ ...paid, lines: { data } }) })
    expect(text).toContain('It covers November 10, 2026 to December 10, 2026.')
  }
})
