import { emptyable, fields, oneOf, text } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WirePrice } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { createPriceFor, type priceDataParams } from './prices.ts'

export const PRORATIONS = ['create_prorations', 'always_invoice', 'none'] as const

const FEEDBACK = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

export const cancellationDetails = fields({
  comment: emptyable(text()).optional(),
  feedback: emptyable(oneOf(FEEDBACK)).optional(),
})

export const MISSING_METHOD = ['cancel', 'create_invoice', 'pause'] as const
export const trialSettings = fields({ end_behavior: fields({ missing_payment_method: oneOf(MISSING_METHOD) }) })
export const billingMode = fields({
  flexible: fields({ proration_discounts: oneOf(['included']).optional() }).optional(),
  type: oneOf(['classic', 'flexible']),
})

/** The prices of line items or subscription items, made where they are only described. */
export async function pricesOf(
  work: Work,
  items: readonly { price?: string | undefined; price_data?: typeof priceDataParams._output | undefined }[],
  param: string,
): Promise<WirePrice[]> {
  const prices: WirePrice[] = []
  for (const [index, { price, price_data: described }] of items.entries()) {
    const place = `${param}[${index}]`
    if (described) prices.push(await createPriceFor(work, described, `${place}[price_data]`))
    else if (price) prices.push((await work.need('price', price, `${place}[price]`)).data)
    else
      throw new StripeError(`Missing required param: ${place}[price].`, {
        code: 'parameter_missing',
        param: `${place}[price]`,
      })
  }
  const inactive = prices.find((price) => !price.active)
  if (inactive) {
    throw new StripeError(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${param}[${prices.indexOf(inactive)}][price]`,
    })
  }
  return prices
}

export function withoutUndefined<Shape extends object>(
  shape: Shape,
): { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]?: Exclude<Shape[Key], undefined>
  }
}

export function noMethod(): StripeError {
  return new StripeError(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )
}
