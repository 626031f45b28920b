import { PLAN_PRICES, type PlanPrice, type PricingPlan } from '#contract/plans.ts'
import type { MetaDescriptor } from 'react-router'
import { siteAddress } from './page-meta.ts'
import { structuredData } from './structured-data.ts'

/** UN/CEFACT codes of units, as schema.org requires. */
const UNIT_CODES = { monthly: 'MON', annual: 'ANN' } as const

/**
 * Plans and prices as structured data for search engines: each plan is a product, each billing period an offer. Plans
 * with a price agreed in person are left out.
 */
export function planOffers(plans: readonly PricingPlan[]): MetaDescriptor {
  return structuredData({
    '@graph': plans.flatMap(({ id, name, description }) => {
      const prices = PLAN_PRICES.filter(({ planId }) => planId === id)
      return prices.length === 0 ? [] : [toProduct(name, description, prices)]
    }),
  })
}

function toProduct(name: string, description: string, prices: readonly PlanPrice[]) {
  return {
    '@type': 'Product',
    name: `Voxhall ${name}`,
    description,
    image: siteAddress('/share/pricing.png'),
    brand: { '@type': 'Brand', name: 'Voxhall' },
    offers: prices.map(toOffer),
  }
}

function toOffer({ period, cents, minutes }: PlanPrice) {
  const price = (cents / 100).toFixed(2)
  return {
    '@type': 'Offer',
    name: `${minutes} minutes, ${period}`,
    url: siteAddress('/pricing'),
    price,
    priceCurrency: 'USD',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'USD',
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: UNIT_CODES[period] },
    },
  }
}
