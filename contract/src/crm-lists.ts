/** How the team's two tables may be sorted and filtered: known to the screen and to the server. No I/O. */

export const SORT_ORDERS = ['asc', 'desc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** The first is the order that a table opens with (spec section 7), newest first. */
export const SUBSCRIBER_SORTS = ['created', 'email', 'status', 'tier', 'revenue', 'usage', 'start'] as const
export type SubscriberSort = (typeof SUBSCRIBER_SORTS)[number]

export const EMAIL_SORTS = ['signup', 'email', 'name', 'status', 'contact'] as const
export type EmailSort = (typeof EMAIL_SORTS)[number]

/** The plans' names that a subscription can be sold under, to filter by (contract/src/plans.ts; a test compares). */
export const CRM_TIERS = ['Basic', 'Premium', 'Enterprise', 'Small Business', 'Medium Business'] as const
export type CrmTier = (typeof CRM_TIERS)[number]

export const DEFAULT_ORDER: SortOrder = 'desc'

export const CRM_PAGE_ROWS = 25
export const CRM_MAX_PAGE_ROWS = 100
/** Matches are counted up to here; beyond it is "more than". */
export const CRM_MAX_COUNTED = 1_000
export const CRM_SEARCH_MAX_CHARS = 100
/** More than the limit for strangers (server/src/features/crm), so that the team can always edit a full field. */
export const NOTES_MAX_CHARS = 110_000

/** What live updates name: which table has changed. */
export const CRM_TOPICS = ['subscribers', 'emails'] as const
export type CrmTopic = (typeof CRM_TOPICS)[number]
