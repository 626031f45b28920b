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

/** Finds what we sell at the provider by its lookup keys, and makes what lacks. @returns its ids of our prices. */
export async function ensureProducts(payments: Pick<Payments, 'ensurePrices'>): Promise<ReadonlyMap<string, string>> {
  return payments.ensurePrices(PRICES_TO_SELL)
}

/** The provider's id of a price of ours. Looked for at the first need, and again when that failed. */
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
