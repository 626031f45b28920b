const COUNT = new Intl.NumberFormat('en-US')
const MINUTES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 12345 → "12,345" */
export function formatCount(value: number): string {
  return COUNT.format(value)
}

export function formatMinutes(minutes: number): string {
  return MINUTES.format(minutes)
}

/** Always with two decimals (spec section 9). */
export function formatDollars(dollars: number): string {
  return DOLLARS.format(dollars)
}
