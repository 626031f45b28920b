import {
  CRM_TIERS,
  DEFAULT_ORDER,
  EMAIL_SORTS,
  SORT_ORDERS,
  SUBSCRIBER_SORTS,
  type SortOrder,
} from '#contract/crm-lists.ts'
import { FOLLOW_UP_STATUSES } from '#contract/follow-up.ts'
import { SUBSCRIPTION_STATUSES } from '#contract/subscription-status.ts'

/** The dashboard's view as stored in the address bar, so that it survives a reload and can be shared and navigated. */
export type CrmView = ReturnType<typeof readView>
export type SubscribersView = Extract<CrmView, { tab: 'subscriptions' }>
export type EmailsView = Extract<CrmView, { tab: 'emails' }>

/** Reads a view from an address. Invalid parameters are ignored. */
export function readView(search: URLSearchParams) {
  const common = {
    order: oneOf(SORT_ORDERS, search.get('order')) ?? DEFAULT_ORDER,
    // The cut may leave half of a surrogate pair at the end, which is removed.
    q: (search.get('q') ?? '').slice(0, 100).replace(/[\uD800-\uDBFF]$/, ''),
    cursor: search.get('cursor'),
  }
  if (search.get('tab') === 'emails') {
    return {
      tab: 'emails' as const,
      ...common,
      sort: oneOf(EMAIL_SORTS, search.get('sort')) ?? EMAIL_SORTS[0],
      followUp: oneOf(FOLLOW_UP_STATUSES, search.get('followUp')),
    }
  }
  return {
    tab: 'subscriptions' as const,
    ...common,
    sort: oneOf(SUBSCRIBER_SORTS, search.get('sort')) ?? SUBSCRIBER_SORTS[0],
    status: oneOf(SUBSCRIPTION_STATUSES, search.get('status')),
    tier: oneOf(CRM_TIERS, search.get('tier')),
  }
}

/** Writes a view into an address, without default values. */
export function writeView(view: CrmView): URLSearchParams {
  const search = new URLSearchParams()
  if (view.tab === 'emails') search.set('tab', view.tab)
  if (!isUsualOrder(view)) {
    search.set('sort', view.sort)
    search.set('order', view.order)
  }
  for (const [name, value] of Object.entries(filtersOf(view))) search.set(name, value)
  if (view.cursor !== null) search.set('cursor', view.cursor)
  return search
}

/** The view as query parameters for the server, without the page's cursor. */
export function queryOf(view: CrmView): Record<string, string> {
  return { sort: view.sort, order: view.order, ...filtersOf(view) }
}

export function isFiltered(view: CrmView): boolean {
  return Object.keys(filtersOf(view)).length > 0
}

function isUsualOrder({ tab, sort, order }: CrmView): boolean {
  return order === DEFAULT_ORDER && sort === (tab === 'emails' ? EMAIL_SORTS[0] : SUBSCRIBER_SORTS[0])
}

/**
 * The sort order after a click on a column's header: first the column's preferred direction, then the opposite one,
 * then the table's default order.
 */
export function nextSort<Sort extends string>(
  current: { sort: Sort; order: SortOrder },
  pressed: Sort,
  firstOrder: SortOrder,
  usual: Sort,
): { sort: Sort; order: SortOrder } {
  if (current.sort !== pressed) return { sort: pressed, order: firstOrder }
  if (current.order === firstOrder) return { sort: pressed, order: firstOrder === 'asc' ? 'desc' : 'asc' }
  return { sort: usual, order: DEFAULT_ORDER }
}

function filtersOf(view: CrmView): Record<string, string> {
  const filters =
    view.tab === 'emails' ? { followUp: view.followUp, q: view.q } : { status: view.status, tier: view.tier, q: view.q }
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

function oneOf<Value extends string>(values: readonly Value[], given: string | null): Value | null {
  return values.find((value) => value === given) ?? null
}
