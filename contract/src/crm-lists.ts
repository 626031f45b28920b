/** How the team's two tables can be sorted and filtered. Shared by the screen and the server. No I/O. */

export const SORT_ORDERS = ['asc', 'desc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The columns to sort by. A table opens sorted by the first one, newest first (spec section 7). */
export const SUBSCRIBER_SORTS = ['created', 'email', 'status', 'tier', 'revenue', 'usage', 'start'] as const
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number]

export const EMAIL_SORTS = ['signup', 'email', 'name', 'status', 'contact'] as const
export type EmailSort = (typeof EMAIL_SORTS)[number]

/** The plan names to filter subscriptions by. A test checks that they match contract/src/plans.ts. */
export const CRM_TIERS = ['Basic', 'Premium', 'Enterprise', 'Small Business', 'Medium Business'] as const

export const DEFAULT_ORDER: SortOrder = 'desc'

export const CRM_PAGE_ROWS = 25
export const CRM_MAX_PAGE_ROWS = 100
/** Matching rows are counted up to this number; above it, the table shows "more than". */
export const CRM_MAX_COUNTED = 1_000
export const CRM_SEARCH_MAX_CHARS = 100
/** Larger than what the public forms accept (server/src/features/crm), so that the team can still edit a full field. */
export const NOTES_MAX_CHARS = 110_000

/** The tables that live updates can report as changed. */
export const CRM_TOPICS = ['subscribers', 'emails'] as const
export type CrmTopic = (typeof CRM_TOPICS)[number]
