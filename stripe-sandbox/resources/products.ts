import { eq, inArray } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import { newId } from '../wire/ids.ts'
import {
  emptyable,
  fields,
  flag,
  list,
  mergedMetadata,
  metadata,
  pagination,
  range,
  text,
  webAddress,
} from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireProduct } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

const feature = fields({ name: text(80) })

export const productFields = {
  active: flag().optional(),
  metadata: metadata().optional(),
  name: text(),
  statement_descriptor: text(22).optional(),
  unit_label: emptyable(text(12)).optional(),
}

const createParams = fields({
  ...productFields,
  id: text().optional(),
  description: text(40_000).optional(),
  images: list(webAddress(), 8).optional(),
  marketing_features: list(feature, 15).optional(),
  url: webAddress().optional(),
})
const updateParams = fields({
  ...productFields,
  name: text().optional(),
  default_price: emptyable(text()).optional(),
  description: emptyable(text(40_000)).optional(),
  images: emptyable(list(webAddress(), 8)).optional(),
  marketing_features: emptyable(list(feature, 15)).optional(),
  url: emptyable(webAddress()).optional(),
})
const listParams = fields({
  ...pagination,
  active: flag().optional(),
  created: range().optional(),
  ids: list(text()).optional(),
})

export async function createProduct(
  work: Work,
  given: { name: string } & Partial<typeof createParams._output>,
): Promise<WireProduct> {
  const id = given.id ?? newId('prod', 14)
  if (await work.find('product', id)) {
    throw new StripeError(`Product already exists.`, { code: 'resource_already_exists', param: 'id' })
  }
  const data: WireProduct = {
    id,
    object: 'product',
    active: given.active ?? true,
    created: work.realNow,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: given.marketing_features ?? [],
    metadata: mergedMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: given.statement_descriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: given.unit_label ?? null,
    updated: work.realNow,
    url: given.url ?? null,
  }
  return (await work.create('product', data, {}, 'product.created')).data
}

async function update(work: Work, given: typeof updateParams._output, id: string): Promise<WireProduct> {
  const product = await work.need('product', id)
  const { metadata: change, images, marketing_features: features, ...rest } = given
  if (rest.default_price) {
    const price = await work.need('price', rest.default_price, 'default_price')
    if (price.data.product !== id) {
      throw new StripeError(`The price specified belongs to another product.`, { param: 'default_price' })
    }
  }
  const given_only = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const data: Partial<WireProduct> = {
    ...given_only,
    ...(images === undefined ? {} : { images: images ?? [] }),
    ...(features === undefined ? {} : { marketing_features: features ?? [] }),
    metadata: mergedMetadata(product.data.metadata, change),
    updated: work.realNow,
  }
  return (await work.update(product, { data }, 'product.updated')).data
}

export const productEndpoints = [
  endpoint('POST', 'products', createParams, createProduct),
  endpoint('GET', 'products', listParams, (work, { active, ids, created, ...page }) =>
    work.list({
      kind: 'product',
      page,
      created,
      url: '/v1/products',
      where: [
        active === undefined ? undefined : eq(objects.active, active),
        ids ? inArray(objects.id, ids) : undefined,
      ],
    }),
  ),
  endpoint('GET', 'products/:id', fields({}), async (work, _, id) => (await work.need('product', id)).data),
  endpoint('POST', 'products/:id', updateParams, update),
]
