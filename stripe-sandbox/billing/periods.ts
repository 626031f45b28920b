import type { Period, Recurring } from '../objects.ts'
import { StripeError } from '../wire.ts'

/** Adds months. The day of the month stays the same, or becomes the last day of a shorter month. */
function addMonths(fromSeconds: number, months: number): number {
  const from = new Date(fromSeconds * 1_000)
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  from.setUTCFullYear(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay))
  return Math.floor(from.getTime() / 1_000)
}

/** The end of the period that holds `at`, counted from the anchor, so that a 31st comes back after a short month. */
export function periodEndAfter(anchor: number, recurring: Recurring, at: number): number {
  const months = monthsOf(recurring)
  let end = addMonths(anchor, months)
  for (let periods = 2; end <= at; periods += 1) end = addMonths(anchor, months * periods)
  return end
}

export function monthsOf({ interval }: Recurring): number {
  return interval === 'year' ? 12 : 1
}

/** @throws {StripeError} when the prices of one subscription have no interval and currency in common. */
export function sharedRecurring(items: readonly { price: { currency: string; recurring: Recurring } }[]): Recurring {
  const [first, ...others] = items.map(({ price }) => price)
  if (!first) throw new StripeError('A subscription needs a price.', { param: 'items' })
  const isAlike = others.every(
    ({ currency, recurring }) => currency === first.currency && monthsOf(recurring) === monthsOf(first.recurring),
  )
  if (isAlike) return first.recurring
  throw new StripeError('Currency and interval fields must match across all prices of a subscription.', {
    param: 'items',
  })
}

/** The part of a period that is still to come, from 0 to 1. */
export function shareLeft({ start, end }: Period, now: number): number {
  return Math.max(0, end - now) / (end - start)
}
