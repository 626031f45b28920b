const COUNT = new Intl.NumberFormat('en-US')
const MINUTES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

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

/** An ISO moment as the reader's day: "Nov 21, 2026". */
export function formatDay(iso: string): string {
  return DAY.format(new Date(iso))
}

/** past_due → "Past due" */
export function formatStatus(status: string): string {
  const words = status.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
