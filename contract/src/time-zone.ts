import { z } from 'zod'

const timeZoneSchema = z.string().max(64).refine(isTimeZone, 'There is no such time zone.')

/** A time zone as a browser names it; a name that the server does not know counts as UTC. */
export const foundTimeZoneSchema = z
  .string()
  .max(64)
  .transform((name) => (isTimeZone(name) ? name : 'UTC'))
  .default('UTC')

/** The time zone of a business, in which opening hours, appointments, figures and daily limits are counted. */
export const changeTimeZoneRequestSchema = z.object({ timeZone: timeZoneSchema })

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
