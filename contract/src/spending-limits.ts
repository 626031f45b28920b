import { z } from 'zod'
import { openingHoursSchema } from './actions.ts'
import { baseRevisionField, revisionField } from './settings-revision.ts'

/**
 * Limits on how much of its owner's plan one assistant may use: `/api/own-assistants/{id}/limits`. Null means no limit.
 */

const MAX_CALLS_AT_ONCE_LIMIT = 20

const whole = (max: number) =>
  z
    .int('Write a whole number.')
    .min(1, 'Not less than 1. To stop all calls, pause the assistant.')
    .max(max, `At most ${max}.`)
    .nullable()
    .default(null)

export const spendingLimitsSchema = z.object({
  minutesPerDay: whole(100_000),
  minutesPerMonth: whole(1_000_000),
  callsAtOnce: whole(MAX_CALLS_AT_ONCE_LIMIT),
  /** The most calls of one visitor per day. */
  callsPerVisitor: whole(1_000),
  /** The hours in which the assistant answers calls; null for always. */
  hours: openingHoursSchema.nullable().default(null),
})

export const saveLimitsRequestSchema = spendingLimitsSchema.extend(baseRevisionField)

export const limitsResponseSchema = z.object({
  limits: spendingLimitsSchema,
  ...revisionField,
  usedToday: z.number(),
  /** Minutes. */
  usedThisMonth: z.number(),
})

export type SpendingLimits = z.infer<typeof spendingLimitsSchema>
export type LimitsResponse = z.infer<typeof limitsResponseSchema>
