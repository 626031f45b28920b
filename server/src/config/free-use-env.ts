import { z } from 'zod'

const MICROS_PER_DOLLAR = 1_000_000
const MINUTE_MS = 60_000

const number = z.coerce.number({ error: 'must be a number' }).min(0, 'must not be negative')
/** `none` means: without a limit. */
const amount = z.union([z.literal('none'), number], { error: 'must be a number, or none' }).optional()
const count = z.coerce.number({ error: 'must be a whole number' }).int().positive()

/** Variables of free calls and of sign-up; a part of `envSchema`. */
export const freeUseEnvShape = {
  FREE_CALLS_PER_PERSON: count.optional(),
  FREE_CALLS_PER_NETWORK: count.optional(),
  FREE_MINUTES_PER_PERSON: amount,
  FREE_MINUTES_PER_NETWORK: amount,
  FREE_DOLLARS_PER_CALL: number.default(0.12),
  FREE_DOLLARS_PER_PERSON: amount,
  FREE_DOLLARS_PER_NETWORK: amount,
  FREE_DOLLARS_PER_DAY: amount,
  VISITOR_CALLS_PER_NETWORK: count.default(5),
  THROWAWAY_MAIL: z.enum(['refuse', 'allow'], { error: 'must be refuse or allow' }).default('refuse'),
}

export type FreeUseEnv = z.infer<z.ZodObject<typeof freeUseEnvShape>>

/**
 * Limits on calls that no plan pays for. All but those on concurrent calls are counted per day in UTC. Infinity
 * means no limit.
 */
export interface FreeUseLimits {
  /** Concurrent calls of one person, and from one network. */
  callsPerPerson: number
  callsPerNetwork: number
  msPerPerson: number
  msPerNetwork: number
  microsPerCall: number
  microsPerPerson: number
  microsPerNetwork: number
  /** All free calls together: once this is spent, free calls are refused until the next day. */
  microsPerDay: number
  /** Concurrent calls from one network to assistants whose owners pay for them. */
  visitorsPerNetwork: number
}

/** The limits that the environment may replace. */
type UsualLimits = Omit<FreeUseLimits, 'microsPerCall' | 'visitorsPerNetwork'>

/** In local mode all clients, test suites included, share one address, so limits by network are wide or off. */
const LOCAL: UsualLimits = {
  callsPerPerson: 3,
  callsPerNetwork: 1_000,
  msPerPerson: Infinity,
  msPerNetwork: Infinity,
  microsPerPerson: Infinity,
  microsPerNetwork: Infinity,
  microsPerDay: Infinity,
}

/** A whole office may share one address, so a network may use several times what one person may. */
const PRODUCTION: UsualLimits = {
  callsPerPerson: 1,
  callsPerNetwork: 10,
  msPerPerson: 10 * MINUTE_MS,
  msPerNetwork: 120 * MINUTE_MS,
  microsPerPerson: MICROS_PER_DOLLAR,
  microsPerNetwork: 8 * MICROS_PER_DOLLAR,
  microsPerDay: 25 * MICROS_PER_DOLLAR,
}

export function freeUseLimitsOf(env: FreeUseEnv, localMode: boolean): FreeUseLimits {
  const usual = localMode ? LOCAL : PRODUCTION
  const limit = (given: number | 'none' | undefined, factor: number, otherwise: number): number => {
    if (given === undefined) return otherwise
    return given === 'none' ? Infinity : Math.round(given * factor)
  }
  return {
    callsPerPerson: env.FREE_CALLS_PER_PERSON ?? usual.callsPerPerson,
    callsPerNetwork: env.FREE_CALLS_PER_NETWORK ?? usual.callsPerNetwork,
    msPerPerson: limit(env.FREE_MINUTES_PER_PERSON, MINUTE_MS, usual.msPerPerson),
    msPerNetwork: limit(env.FREE_MINUTES_PER_NETWORK, MINUTE_MS, usual.msPerNetwork),
    microsPerCall: Math.round(env.FREE_DOLLARS_PER_CALL * MICROS_PER_DOLLAR),
    microsPerPerson: limit(env.FREE_DOLLARS_PER_PERSON, MICROS_PER_DOLLAR, usual.microsPerPerson),
    microsPerNetwork: limit(env.FREE_DOLLARS_PER_NETWORK, MICROS_PER_DOLLAR, usual.microsPerNetwork),
    microsPerDay: limit(env.FREE_DOLLARS_PER_DAY, MICROS_PER_DOLLAR, usual.microsPerDay),
    visitorsPerNetwork: env.VISITOR_CALLS_PER_NETWORK,
  }
}
