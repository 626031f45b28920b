import type { WirePrice } from '../wire/wire-types.ts'

export type Interval = NonNullable<WirePrice['recurring']>['interval']

const DAY_SECONDS = 86_400
const MONTHS: Readonly<Record<Interval, number>> = { day: 0, week: 0, month: 1, year: 12 }
const DAYS: Readonly<Record<Interval, number>> = { day: 1, week: 7, month: 0, year: 0 }

/** `count` intervals after a moment; the day of the month is kept where that month has it, else its last day. */
export function addIntervals(fromSeconds: number, interval: Interval, count: number): number {
  const days = DAYS[interval]
  if (days > 0) return fromSeconds + days * count * DAY_SECONDS
  const from = new Date(fromSeconds * 1_000)
  const month = from.getUTCMonth() + MONTHS[interval] * count
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const to = new Date(from)
  to.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1_000)
}

/** The end of the period that holds `at`, counted from the anchor, so that a 31st comes back after a short month. */
export function periodEndAfter(anchor: number, interval: Interval, count: number, at: number): number {
  const perStep = (DAYS[interval] || MONTHS[interval] * 28) * count * DAY_SECONDS
  let steps = at < anchor ? 0 : Math.floor((at - anchor) / (perStep * 1.2))
  while (addIntervals(anchor, interval, steps * count) <= at) steps += 1
  return addIntervals(anchor, interval, steps * count)
}
