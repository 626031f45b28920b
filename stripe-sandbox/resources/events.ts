import { and, asc, count, desc, eq, gt, gte, inArray, like, lt, lte, not } from 'drizzle-orm'
import {
  sandboxStripeDeliveries as deliveries,
  sandboxStripeEvents as events,
} from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { endpoint } from '../endpoint.ts'
import { fields, flag, list, pagination, range, text } from '../wire/params.ts'
import { noSuch, StripeError } from '../wire/stripe-error.ts'
import type { ListPage, Work } from '../work.ts'

const MAX_TYPES = 20

const listParams = fields({
  ...pagination,
  created: range().optional(),
  delivery_success: flag().optional(),
  type: text().optional(),
  types: list(text(), MAX_TYPES).optional(),
})

type Row = typeof events.$inferSelect

/** The events as they are sent, each with the number of addresses that have not yet taken it. */
async function shown(work: Work, rows: readonly Row[]): Promise<{ id: string; object: string }[]> {
  if (rows.length === 0) return []
  const pending = await work.db
    .select({ eventId: deliveries.eventId, left: count() })
    .from(deliveries)
    .where(
      and(
        inArray(
          deliveries.eventId,
          rows.map(({ id }) => id),
        ),
        eq(deliveries.status, 'pending'),
      ),
    )
    .groupBy(deliveries.eventId)
  const leftOf = new Map(pending.map(({ eventId, left }) => [eventId, left]))
  return rows.map((row) => ({
    ...(row.data as object),
    id: row.id,
    object: 'event',
    pending_webhooks: leftOf.get(row.id) ?? 0,
  }))
}

async function listEvents(work: Work, given: typeof listParams._output): Promise<ListPage> {
  const { type, types, created, delivery_success: delivered, ...page } = given
  if (type && types) throw new StripeError('You cannot pass both `type` and `types`.', { param: 'types' })
  const limit = page.limit ?? 10
  const cursorId = page.ending_before ?? page.starting_after
  const cursor = cursorId === undefined ? undefined : await find(work, cursorId)
  if (cursorId !== undefined && !cursor) {
    throw noSuch('event', cursorId, page.ending_before ? 'ending_before' : 'starting_after', 400)
  }
  const backwards = page.ending_before !== undefined
  const undelivered = work.db
    .select({ id: deliveries.eventId })
    .from(deliveries)
    .where(eq(deliveries.status, 'pending'))
  const stillPending = inArray(events.id, undelivered)
  const allRows = await work.db
    .select()
    .from(events)
    .where(
      and(
        type ? typeIs(type) : undefined,
        types ? inArray(events.type, types) : undefined,
        created?.gt === undefined ? undefined : gt(events.created, created.gt),
        created?.gte === undefined ? undefined : gte(events.created, created.gte),
        created?.lt === undefined ? undefined : lt(events.created, created.lt),
        created?.lte === undefined ? undefined : lte(events.created, created.lte),
        delivered === undefined ? undefined : delivered ? not(stillPending) : stillPending,
        cursor === undefined ? undefined : backwards ? gt(events.seq, cursor.seq) : lt(events.seq, cursor.seq),
      ),
    )
    .orderBy(backwards ? asc(events.seq) : desc(events.seq))
    .limit(limit + 1)
  const data = await shown(work, allRows.slice(0, limit))
  return {
    object: 'list',
    url: '/v1/events',
    has_more: allRows.length > limit,
    data: backwards ? data.toReversed() : data,
  }
}

/** `customer.subscription.*` names a whole group. */
function typeIs(type: string) {
  return type.endsWith('*') ? like(events.type, `${escaped(type.slice(0, -1))}%`) : eq(events.type, type)
}

const escaped = (pattern: string) => pattern.replaceAll(/[\\%_]/g, String.raw`\$&`)

async function find(work: Work, id: string): Promise<Row | undefined> {
  const [row] = await work.db.select().from(events).where(eq(events.id, id))
  return row
}

async function retrieve(work: Work, id: string): Promise<object> {
  const row = await find(work, id)
  const [event] = row ? await shown(work, [row]) : []
  if (event) return event
  throw noSuch('event', id, 'id')
}

export const eventEndpoints = [
  endpoint('GET', 'events', listParams, listEvents),
  endpoint('GET', 'events/:id', fields({}), (work, _, id) => retrieve(work, id)),
]
