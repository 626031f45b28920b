// Amounts, dates and cards as the pages and the lines of invoices write them.

/** Formats an amount in the currency's smallest unit, such as `$49.00`. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** In UTC, like all of the sandbox's periods; `short` names of months are for tables. */
export function dayWords(seconds: number, month: 'long' | 'short' = 'long'): string {
  return new Date(seconds * 1_000).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month,
    day: 'numeric',
  })
}

const BRAND_WORDS = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
])

export function brandWords(brand: string): string {
  return BRAND_WORDS.get(brand) ?? 'Card'
}
