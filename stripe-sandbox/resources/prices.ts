import { eq, inArray } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import { newId } from '../wire/ids.ts'
import {
  emptyable,
  fields,
  flag,
  integer,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  pagination,
  range,
  text,
} from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WirePrice } from '../wire/wire-types.ts'
import { holds, type Work } from '../work.ts'
import { createProduct, productFields } from './products.ts'

export const INTERVALS = ['day', 'week', 'month', 'year'] as const
const TAX_BEHAVIORS = ['exclusive', 'inclusive', 'unspecified'] as const
const MAX_AMOUNT = 99_999_999
const CURRENCY = /^[a-z]{3}$/

const currency = () =>
  text(3).transform((code, ctx) => {
    const lower = code.toLowerCase()
    if (!CURRENCY.test(lower)) ctx.addIssue({ code: 'custom', message: `Invalid currency: ${code}` })
    return lower
  })

export const recurringParams = fields({
  interval: oneOf(INTERVALS),
  interval_count: integer({ min: 1, max: 1_095 }).optional(),
  trial_period_days: integer({ min: 1 }).optional(),
  usage_type: oneOf(['licensed']).optional(),
})

/** A price that is made for one checkout or subscription alone. */
export const priceDataParams = fields({
  currency: currency(),
  product: text().optional(),
  product_data: fields({
    name: text(),
    description: text(40_000).optional(),
    metadata: metadata().optional(),
  }).optional(),
  recurring: recurringParams.optional(),
  tax_behavior: oneOf(TAX_BEHAVIORS).optional(),
  unit_amount: integer({ min: 0, max: MAX_AMOUNT }),
})

const createParams = fields({
  active: flag().optional(),
  billing_scheme: oneOf(['per_unit']).optional(),
  currency: currency(),
  lookup_key: text(200).optional(),
  metadata: metadata().optional(),
  nickname: text().optional(),
  product: text().optional(),
  product_data: fields({ ...productFields, id: text().optional() }).optional(),
  recurring: recurringParams.optional(),
  tax_behavior: oneOf(TAX_BEHAVIORS).optional(),
  transfer_lookup_key: flag().optional(),
  unit_amount: integer({ min: 0, max: MAX_AMOUNT }),
})
const updateParams = fields({
  active: flag().optional(),
  lookup_key: emptyable(text(200)).optional(),
  metadata: metadata().optional(),
  nickname: emptyable(text()).optional(),
  tax_behavior: oneOf(TAX_BEHAVIORS).optional(),
  transfer_lookup_key: flag().optional(),
})
const listParams = fields({
  ...pagination,
  active: flag().optional(),
  created: range().optional(),
  currency: text(3).optional(),
  lookup_keys: list(text(200), 10).optional(),
  product: text().optional(),
  recurring: fields({
    interval: oneOf(INTERVALS).optional(),
    usage_type: oneOf(['licensed', 'metered']).optional(),
  }).optional(),
  type: oneOf(['one_time', 'recurring']).optional(),
})

type NewPrice = Omit<Partial<typeof createParams._output>, 'product' | 'product_data'> & {
  currency: string
  unit_amount: number
  product: string
}

export async function createPrice(work: Work, given: NewPrice): Promise<WirePrice> {
  if (given.lookup_key) await claimLookupKey(work, given.lookup_key, given.transfer_lookup_key ?? false)
  const data: WirePrice = {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: work.realNow,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergedMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: given.recurring.trial_period_days ?? null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  }
  return (await work.create('price', data, {}, 'price.created')).data
}

/** Makes a price together with its product, where the product is described rather than named. */
export async function createPriceFor(
  work: Work,
  given: typeof createParams._output | typeof priceDataParams._output,
  param: string,
): Promise<WirePrice> {
  const { product, product_data: productData, ...rest } = given
  if ((product === undefined) === (productData === undefined)) {
    throw new StripeError(`You must specify either \`product\` or \`product_data\` when creating a price.`, {
      code: 'parameter_missing',
      param: `${param}product`,
    })
  }
  if (product !== undefined) await work.need('product', product, `${param}product`)
  const id = productData ? (await createProduct(work, productData)).id : (product ?? '')
  return createPrice(work, { ...rest, product: id })
}

async function claimLookupKey(work: Work, key: string, transfers: boolean): Promise<void> {
  const [holder] = await work.findAll('price', eq(objects.lookupKey, key))
  if (!holder) return
  if (!transfers) {
    throw new StripeError(
      `A price (\`${holder.id}\`) already uses that lookup key. Pass transfer_lookup_key=true if you want to transfer it.`,
      { param: 'lookup_key' },
    )
  }
  await work.update(holder, { data: { lookup_key: null } }, 'price.updated')
}

async function update(work: Work, given: typeof updateParams._output, id: string): Promise<WirePrice> {
  const price = await work.need('price', id)
  const { lookup_key: key, transfer_lookup_key: transfers, metadata: change, ...rest } = given
  if (key && key !== price.data.lookup_key) await claimLookupKey(work, key, transfers ?? false)
  const data: Partial<WirePrice> = {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(key === undefined ? {} : { lookup_key: key }),
    metadata: mergedMetadata(price.data.metadata, change),
  }
  return (await work.update(price, { data }, 'price.updated')).data
}

function listPrices(work: Work, given: typeof listParams._output) {
  const { active, created, currency: code, lookup_keys: keys, product, recurring, type, ...page } = given
  return work.list({
    kind: 'price',
    page,
    created,
    url: '/v1/prices',
    where: [
      active === undefined ? undefined : eq(objects.active, active),
      keys ? inArray(objects.lookupKey, keys) : undefined,
      product ? eq(objects.product, product) : undefined,
      code ? holds({ currency: code.toLowerCase() }) : undefined,
      type ? holds({ type }) : undefined,
      recurring ? holds({ type: 'recurring', recurring }) : undefined,
    ],
  })
}

export const priceEndpoints = [
  endpoint('POST', 'prices', createParams, (work, given) => createPriceFor(work, given, '')),
  endpoint('GET', 'prices', listParams, listPrices),
  endpoint('GET', 'prices/:id', fields({}), async (work, _, id) => (await work.need('price', id)).data),
  endpoint('POST', 'prices/:id', updateParams, update),
]
