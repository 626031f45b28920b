import { z } from 'zod'
import {
  CRM_MAX_PAGE_ROWS,
  CRM_PAGE_ROWS,
  CRM_SEARCH_MAX_CHARS,
  CRM_TIERS,
  DEFAULT_ORDER,
  EMAIL_SORTS,
  NOTES_MAX_CHARS,
  SORT_ORDERS,
  SUBSCRIBER_SORTS,
} from './crm-lists.ts'
import { FOLLOW_UP_STATUSES } from './follow-up.ts'
import { sentMomentSchema } from './sent-time.ts'
import { SUBSCRIPTION_STATUSES } from './subscription-status.ts'

/** Schemas for the team's tables under `/api/crm`. Field names are those of the records in the specification. */

const searchSchema = z
  .string()
  .trim()
  .max(CRM_SEARCH_MAX_CHARS, `Please search for at most ${CRM_SEARCH_MAX_CHARS} characters.`)
  // Control characters are refused, as PostgreSQL text cannot hold NUL.
  .regex(/^\P{Cc}*$/u, 'Please search for one line of text.')
  .optional()
  .describe('Part of an email address or a name, in upper or lower case.')

const pageSchema = {
  cursor: z.string().max(1_000).optional().describe('`nextCursor` or `previousCursor` of another page.'),
  limit: z.coerce.number().int().min(1).max(CRM_MAX_PAGE_ROWS).default(CRM_PAGE_ROWS),
}

export const subscriberFiltersSchema = z.object({
  sort: z.enum(SUBSCRIBER_SORTS).default(SUBSCRIBER_SORTS[0]),
  order: z.enum(SORT_ORDERS).default(DEFAULT_ORDER),
  status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  tier: z.enum(CRM_TIERS).optional(),
  q: searchSchema,
})
export const subscriberQuerySchema = subscriberFiltersSchema.extend(pageSchema)

export const emailFiltersSchema = z.object({
  sort: z.enum(EMAIL_SORTS).default(EMAIL_SORTS[0]),
  order: z.enum(SORT_ORDERS).default(DEFAULT_ORDER),
  followUp: z.enum(FOLLOW_UP_STATUSES).optional(),
  q: searchSchema,
})
export const emailQuerySchema = emailFiltersSchema.extend(pageSchema)

export const subscriberRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  subscription_tier: z.string(),
  /** Dollars. */
  monthly_revenue: z.number(),
  current_usage_minutes: z.number(),
  /** 0 for none. */
  monthly_limit_minutes: z.number(),
  limit_exceeded: z.boolean(),
  subscription_start: z.iso.datetime(),
  stripe_subscription_id: z.string(),
  created_at: z.iso.datetime(),
})

export const emailRowSchema = z.object({
  id: z.string(),
  email: z.string(),
  display_name: z.string().nullable(),
  signup_date: z.iso.datetime(),
  follow_up_status: z.enum(FOLLOW_UP_STATUSES),
  last_contact_date: z.iso.datetime().nullable(),
  notes: z.string(),
  /** Changes with every change of the row. An edit sends the version it is based on, so that conflicts are noticed. */
  version: z.iso.datetime(),
})

const cursorsSchema = {
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  /** Null on the first page. */
  previousCursor: z.string().nullable(),
  /** The number of matching rows; null when there are more than `CRM_MAX_COUNTED`. */
  matches: z.number().nullable(),
}

export const subscriberPageSchema = z.object({ rows: z.array(subscriberRowSchema), ...cursorsSchema })
export const emailPageSchema = z.object({ rows: z.array(emailRowSchema), ...cursorsSchema })

export const crmStatsSchema = z.object({
  subscribers: z.object({
    total: z.number(),
    active: z.number(),
    /** US dollars per month, summed over active subscriptions. */
    monthlyRevenue: z.number(),
    limitExceeded: z.number(),
  }),
  emails: z.object({
    total: z.number(),
    pending: z.number(),
    completed: z.number(),
    followUpRatePercent: z.number(),
  }),
})

export const emailEditSchema = z
  .object({
    version: sentMomentSchema,
    followUpStatus: z.enum(FOLLOW_UP_STATUSES).optional(),
    notes: z
      .string()
      .max(NOTES_MAX_CHARS, `The notes must have at most ${NOTES_MAX_CHARS.toLocaleString('en-US')} characters.`)
      .refine((notes) => !notes.includes('\0'), 'The notes contain a character that cannot be stored.')
      .optional(),
  })
  .refine(({ followUpStatus, notes }) => (followUpStatus === undefined) !== (notes === undefined), {
    message: 'Please change either the status or the notes.',
  })

export type SubscriberFilters = z.infer<typeof subscriberFiltersSchema>
export type EmailFilters = z.infer<typeof emailFiltersSchema>
export type SubscriberRow = z.infer<typeof subscriberRowSchema>
export type EmailRow = z.infer<typeof emailRowSchema>
export type EmailEdit = z.infer<typeof emailEditSchema>
export type CrmStats = z.infer<typeof crmStatsSchema>
