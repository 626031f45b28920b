const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const counts = new Intl.NumberFormat('en-US')

/** 1499 → "$1,499". */
export function formatDollars(amount: number): string {
  return dollars.format(amount)
}

/** 24000 → "24,000"; words are left alone. */
export function formatCount(count: number | string): string {
  return typeof count === 'number' ? counts.format(count) : count
}
