import type { WirePrice } from '../wire/wire-types.ts'

/** Currencies whose smallest unit is the whole one. */
const WITHOUT_CENTS = new Set([
  'bif',
  'clp',
  'djf',
  'gnf',
  'jpy',
  'kmf',
  'krw',
  'mga',
  'pyg',
  'rwf',
  'ugx',
  'vnd',
  'vuv',
  'xaf',
  'xof',
  'xpf',
])

/** An amount in the currency's smallest unit as people write it: `$49.00`. */
export function money(amount: number, currency: string): string {
  const digits = WITHOUT_CENTS.has(currency) ? 0 : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}

/** `month`, or `3 months`. */
export function periodWords({ recurring }: Pick<WirePrice, 'recurring'>): string {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {}
  return count === 1 ? interval : `${count} ${interval}s`
}

/** A date as these pages show it, in UTC like all of the sandbox's periods. */
export function dayWords(seconds: number): string {
  return day(seconds, 'long')
}

/** The same for tables. */
export function shortDay(seconds: number): string {
  return day(seconds, 'short')
}

function day(seconds: number, month: 'long' | 'short'): string {
  return new Date(seconds * 1_000).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month,
    day: 'numeric',
  })
}
