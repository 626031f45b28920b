import { desc, eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Work } from '../work.ts'
import { StripeError } from './stripe-error.ts'

type Fields = Record<string, unknown>

const MAX_LEVELS = 4

/** Fields that hold the id of an object, or null, and may show the object instead. */
const EXPANDABLE: ReadonlySet<string> = new Set([
  'application',
  'configuration',
  'customer',
  'default_payment_method',
  'default_price',
  'default_source',
  'invoice',
  'latest_invoice',
  'on_behalf_of',
  'payment_intent',
  'payment_link',
  'pending_setup_intent',
  'price',
  'product',
  'schedule',
  'setup_intent',
  'subscription',
  'tax_code',
  'test_clock',
])

/** Of these objects the field is an id and nothing else. */
const NEVER: ReadonlySet<string> = new Set([
  'billing_portal.session.customer',
  'line_item.invoice',
  'subscription_item.subscription',
  // The product of an invoice line, whose pricing is no object of its own.
  '.product',
])

/** Lists that an object has only where they are asked for. */
const INCLUDABLE: ReadonlySet<string> = new Set([
  'customer.sources',
  'customer.subscriptions',
  'customer.tax_ids',
  'checkout.session.line_items',
  'payment_link.line_items',
  'invoice.payments',
])

/**
 * Puts objects in the place of their ids, along paths such as `data.customer`.
 * @throws {StripeError} for a path that is too deep, or that leads nowhere.
 */
export async function expand(work: Work, answer: object, paths: readonly string[]): Promise<object> {
  if (paths.length === 0) return answer
  const copy = structuredClone(answer)
  for (const [index, path] of paths.entries()) {
    const segments = path.split('.')
    const param = `expand[${index}]`
    if (segments.length > MAX_LEVELS) {
      throw new StripeError(`You cannot expand more than ${MAX_LEVELS} levels of a property. Property: ${path}`, {
        param,
      })
    }
    await walk(work, copy as Fields, segments, { path, param, isList: 'has_more' in copy })
  }
  return copy
}

type Asked = { path: string; param: string; isList: boolean }

async function walk(work: Work, holder: Fields, [key = '', ...rest]: string[], asked: Asked): Promise<void> {
  const kind = typeof holder['object'] === 'string' ? holder['object'] : ''
  const place = `${kind}.${key}`
  if (INCLUDABLE.has(place) && !(key in holder)) holder[key] = await included(work, holder, place)
  const value = holder[key]
  const isReference = EXPANDABLE.has(key) && !NEVER.has(place)
  if (typeof value === 'string' && isReference) {
    const found = await objectOf(work, value)
    if (found) holder[key] = found
  } else if (value === undefined || (rest.length === 0 && !isExpanded(value, isReference))) throw refused(asked)
  const reached = holder[key]
  if (rest.length === 0 || reached === null) return
  if (typeof reached !== 'object') throw refused(asked)
  for (const one of Array.isArray(reached) ? reached : [reached]) await walk(work, one as Fields, rest, asked)
}

function isExpanded(value: unknown, isReference: boolean): boolean {
  return isReference || (typeof value === 'object' && value !== null && ('has_more' in value || 'id' in value))
}

function refused({ path, param, isList }: Asked): StripeError {
  const hint = isList && !path.startsWith('data.') ? ` You may want to try expanding 'data.${path}' instead.` : ''
  return new StripeError(`This property cannot be expanded (${path}).${hint}`, { param })
}

async function objectOf(work: Work, id: string): Promise<Fields | undefined> {
  const [row] = await work.db.select().from(objects).where(eq(objects.id, id))
  return row && (structuredClone(row.data) as Fields)
}

async function included(work: Work, holder: Fields, place: string): Promise<object> {
  const id = String(holder['id'])
  const urls: Readonly<Record<string, string>> = {
    'customer.sources': `/v1/customers/${id}/sources`,
    'customer.subscriptions': `/v1/customers/${id}/subscriptions`,
    'customer.tax_ids': `/v1/customers/${id}/tax_ids`,
    'checkout.session.line_items': `/v1/checkout/sessions/${id}/line_items`,
    'payment_link.line_items': `/v1/payment_links/${id}/line_items`,
    'invoice.payments': `/v1/invoice_payments?invoice=${id}`,
  }
  return { object: 'list', data: await includedItems(work, id, place), has_more: false, url: urls[place] ?? '' }
}

async function includedItems(work: Work, id: string, place: string): Promise<object[]> {
  switch (place) {
    case 'customer.subscriptions': {
      const rows = await work.db.select().from(objects).where(eq(objects.customer, id)).orderBy(desc(objects.seq))
      const current = rows.filter(({ kind, status }) => kind === 'subscription' && status !== 'canceled')
      return current.map((row) => structuredClone(row.data) as object)
    }
    case 'checkout.session.line_items':
      return structuredClone((await work.need('checkout.session', id)).hidden.lineItems)
    case 'payment_link.line_items':
      return structuredClone((await work.need('payment_link', id)).hidden.lineItems)
    case 'invoice.payments':
      return structuredClone((await work.need('invoice', id)).hidden.payments)
    default:
      return []
  }
}
