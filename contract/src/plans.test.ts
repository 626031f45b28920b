import { expect, test } from 'vitest'
import {
  AVATAR_PLANS,
  BUSINESS_PLANS,
  centsPerMinute,
  checkoutPath,
  dollarsPerMonth,
  findPrice,
  PLAN_PRICES,
  priceOf,
  PRICING_PLANS,
  STARTING_PRICE,
} from './plans.ts'

// Repeats the tables of spec section 9 by hand, to check the derived values.

test('the plans offered after a call are those of the specification', () => {
  expect(AVATAR_PLANS.map(({ name, price, minutes, popular }) => [name, price, minutes, popular])).toEqual([
    ['Basic', '$9.99/month', 250, false],
    ['Premium', '$19.99', 500, true],
    ['Enterprise', '$99.99', 2000, false],
    ['Custom', "Let's Talk", 'Unlimited', false],
  ])
})

test('the plans on the pricing page are those of the specification, for both periods', () => {
  expect(
    PRICING_PLANS.map(({ id, name, monthlyPrice, annualPrice, monthlyFeatures, annualFeatures, popular }) => [
      id,
      name,
      monthlyPrice,
      annualPrice,
      monthlyFeatures[0],
      annualFeatures[0],
      popular,
    ]),
  ).toEqual([
    ['basic', 'Basic', '$9.99', '$99.99', '250 minutes a month', '3000 minutes a year', false],
    ['premium', 'Premium', '$19.99', '$199.99', '500 minutes a month', '6000 minutes a year', true],
    ['enterprise', 'Enterprise', '$99.99', '$999.99', '2000 minutes a month', '24000 minutes a year', false],
    ['custom', 'Custom', "Let's Talk", "Let's Talk", 'Unlimited minutes', 'Unlimited minutes', false],
  ])
})

test('the business plans are those of the specification', () => {
  expect(
    BUSINESS_PLANS.map(({ name, price, minutes, assistants, popular }) => [name, price, minutes, assistants, popular]),
  ).toEqual([
    ['Small Business', 399, 500, 1, false],
    ['Medium Business', 799, 1200, 3, true],
    ['Enterprise', 1499, 3000, 'Unlimited', false],
  ])
})

test('every price has a distinct id, and a checkout address that leads to it', () => {
  expect(PLAN_PRICES.map((price) => price.id)).toEqual([
    'basic-monthly',
    'basic-annual',
    'premium-monthly',
    'premium-annual',
    'enterprise-monthly',
    'enterprise-annual',
    'small-business-monthly',
    'medium-business-monthly',
    'enterprise-business-monthly',
  ])
  for (const price of PLAN_PRICES) {
    const path = checkoutPath(price.planId, price.period)
    expect(path).toBe(`/checkout/${price.id}`)
    expect(findPrice(price.id)).toBe(price)
  }
})

test('a custom plan has no checkout, and a monthly plan has no annual one', () => {
  expect(checkoutPath('custom', 'monthly')).toBeNull()
  expect(checkoutPath('small-business', 'annual')).toBeNull()
  for (const id of ['', 'custom-monthly', 'basic', 'basic-weekly', 'toString']) expect(findPrice(id)).toBeUndefined()
})

test('the starting price is the lowest price', () => {
  expect(STARTING_PRICE).toBe('$9.99')
  expect(Math.min(...PLAN_PRICES.map(({ cents }) => cents))).toBe(999)
})

test('an annual plan has the minutes of twelve months, and prices per minute and per month are derived', () => {
  for (const { planId } of PLAN_PRICES.filter(({ period }) => period === 'annual')) {
    expect(priceOf(planId, 'annual')?.minutes).toBe((priceOf(planId, 'monthly')?.minutes ?? 0) * 12)
  }
  const basicAndPremium = PLAN_PRICES.slice(0, 4)
  expect(basicAndPremium.map(centsPerMinute)).toEqual(['4.0¢', '3.3¢', '4.0¢', '3.3¢'])
  expect(basicAndPremium.map(dollarsPerMonth)).toEqual(['$9.99', '$8.33', '$19.99', '$16.67'])
})
