import type { StatusColour } from '#contract/subscription-status.ts'
import { formatStatus } from '../../lib/formatting.ts'

/** 999, "usd" → "$9.99". `cents` are the currency's smallest units, of which some currencies have none. */
export function formatAmount(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(cents / 10 ** digits)
}

const TONES: Readonly<Record<string, StatusColour>> = {
  paid: 'green',
  open: 'yellow',
  uncollectible: 'red',
}

/** As the payment provider names the statuses; all others are grey. */
export function invoiceTone(status: string): StatusColour {
  return Object.hasOwn(TONES, status) ? (TONES[status] ?? 'grey') : 'grey'
}

/** "open" is the provider's word for one that waits for its payment; beside a link it would say something else. */
export function invoiceStatusWords(status: string): string {
  return status === 'open' ? 'Unpaid' : formatStatus(status)
}
