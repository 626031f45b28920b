import { PLAN_PRICES } from '#contract/plans.ts'
import type { PriceToSell } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'

export const PRICES_TO_SELL: readonly PriceToSell[] = PLAN_PRICES.map(
  ({ id, planId, planName, cents, minutes, period }) => ({
    id,
    planId,
    planName,
    cents,
    minutes,
    interval: period === 'annual' ? 'year' : 'month',
  }),
)

/** Finds our prices at the provider by their lookup keys, and creates missing ones. @returns its ids by our price ids */
export async function ensureProducts(payments: Pick<Payments, 'ensurePrices'>): Promise<ReadonlyMap<string, string>> {
  return payments.ensurePrices(PRICES_TO_SELL)
}

/** Looks up the provider's id of one of our prices, on first use; after a failure, the next use tries again. */
export function createPriceBook(payments: Pick<Payments, 'ensurePrices'>) {
  let known: Promise<ReadonlyMap<string, string>> | undefined
  return async (priceId: string): Promise<string | undefined> => {
    known ??= ensureProducts(payments)
    try {
      return (await known).get(priceId)
    } catch (error) {
      known = undefined
      throw error
    }
  }
}
