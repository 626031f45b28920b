import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Item, Price, Product } from '../objects.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import type { Store } from '../store.ts'
import { newId, noSuch, StripeError } from '../wire.ts'
import { endpoint, flag, integer, list, metadata, page, readOne, text } from './endpoint.ts'

// Products, prices, and the items of subscriptions and checkouts.

const currency = () =>
  text(3)
    .toLowerCase()
    .regex(/^[a-z]{3}$/)

const newPrice = {
  currency: currency(),
  lookup_key: text(200).optional(),
  metadata: metadata(),
  nickname: text().optional(),
  product: text().optional(),
  product_data: z.strictObject({ name: text() }).optional(),
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  /** Takes the lookup key from the price that has it now. */
  transfer_lookup_key: flag().optional(),
  unit_amount: integer({ max: 99_999_999 }),
}

async function createProduct(
  store: Store,
  given: { id?: string | undefined; name: string; metadata?: Record<string, string> | undefined },
): Promise<Product> {
  const id = given.id ?? newId('prod', 14)
  if (await store.find('product', id)) {
    throw new StripeError('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const { name, metadata: marks = {} } = given
  return (await store.create('product', { id, metadata: marks, name }, {})).data
}

async function createPrice(store: Store, given: z.infer<z.ZodObject<typeof newPrice>>): Promise<Price> {
  const { lookup_key: key = null, product_data: described } = given
  const product = described ? (await createProduct(store, described)).id : (given.product ?? '')
  await store.need('product', product, 'product')
  if (key) await claimLookupKey(store, key, given.transfer_lookup_key ?? false)
  const data = {
    id: newId('price'),
    currency: given.currency,
    lookup_key: key,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product,
    recurring: { interval: given.recurring.interval, interval_count: 1 as const },
    unit_amount: given.unit_amount,
  }
  return (await store.create('price', data, {})).data
}

async function claimLookupKey(store: Store, key: string, transfers: boolean): Promise<void> {
  const [holder] = await store.findAll('price', eq(objects.lookupKey, key))
  if (holder && !transfers) {
    throw new StripeError(`A price (\`${holder.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
  if (holder) await store.update(holder, { data: { lookup_key: null } })
}

export const itemParams = z.strictObject({
  price: text(),
  quantity: integer({ max: 999_999 }).optional(),
})

/** The prices that a request names. @throws {StripeError} 400 for one that is not there. */
export async function itemsOf(store: Store, given: readonly z.infer<typeof itemParams>[]): Promise<Item[]> {
  const items: Item[] = []
  for (const { price, quantity = 1 } of given) {
    const found = await store.find('price', price)
    if (!found) throw noSuch('price', price, 'items[0][price]')
    items.push({ price: found.data, quantity })
  }
  return items
}

export const catalogueEndpoints = [
  endpoint('POST', 'products', { id: text().optional(), metadata: metadata(), name: text() }, createProduct),
  endpoint('GET', 'products', page, (store, given) => store.list('product', given)),
  readOne('products/:id', 'product'),
  endpoint('POST', 'prices', newPrice, createPrice),
  endpoint(
    'GET',
    'prices',
    // All prices are active, so `active` filters nothing.
    { ...page, active: z.literal('true').optional(), lookup_keys: list(text(200)).optional() },
    (store, { lookup_keys: keys, ...rest }) => store.list('price', rest, keys && inArray(objects.lookupKey, keys)),
  ),
  endpoint('POST', 'prices/:id', { metadata: metadata() }, async (store, { metadata: change }, id) => {
    const price = await store.need('price', id)
    return (await store.update(price, { data: { metadata: { ...price.data.metadata, ...change } } })).data
  }),
]
