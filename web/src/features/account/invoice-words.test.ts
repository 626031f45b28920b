import { expect, it } from 'vitest'
import { formatAmount, invoiceStatusWords, invoiceTone } from './invoices-part.tsx'

it('amounts are in the smallest units of their currency', () => {
  expect(formatAmount(999, 'usd')).toBe('$9.99')
  expect(formatAmount(149_900, 'usd')).toBe('$1,499.00')
  expect(formatAmount(500, 'jpy')).toBe('¥500')
})

it('an unknown status is grey', () => {
  expect(invoiceTone('paid')).toBe('green')
  expect(invoiceTone('constructor')).toBe('grey')
})

it('an open invoice is called unpaid', () => {
  expect(invoiceStatusWords('open')).toBe('Unpaid')
  expect(invoiceStatusWords('uncollectible')).toBe('Uncollectible')
})
