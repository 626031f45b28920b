import { z } from 'zod'

const MICROS_PER_DOLLAR = 1_000_000
const MINUTE_MS = 60_000

const number = z.coerce.number({ error: 'must be a number, or none' }).min(0, 'must not be negative')
/** `none` means: without a limit. */
const amount = z.union([z.literal('none'), number]).optional()
const count = z.coerce.number({ error: 'must be a whole number' }).int().positive().optional()

/** Variables of free calls and of sign-up; a part of `envSchema`. */
export const freeUseEnvShape = {
  FREE_CALLS_PER_PERSON: count,
  FREE_CALLS_PER_NETWORK: count,
  FREE_MINUTES_PER_PERSON: amount,
  FREE_MINUTES_PER_NETWORK: amount,
  FREE_DOLLARS_PER_CALL: number.default(0.12),
  FREE_DOLLARS_PER_PERSON: amount,
  FREE_DOLLARS_PER_NETWORK: amount,
  FREE_DOLLARS_PER_DAY: amount,
  VISITOR_CALLS_PER_NETWORK: z.coerce.number({ error: 'must be a whole number' }).int().positive().default(5),
  THROWAWAY_MAIL: z.enum(['refuse', 'allow'], { error: 'must be refuse or allow' }).default('refuse'),
}

const freeUseEnvSchema = z.object(freeUseEnvShape)
export type FreeUseEnv = z.infer<typeof freeUseEnvSchema>

/**
 * Limits on calls that no plan pays for. All but those on concurrent calls are counted per day in UTC. Null means no
 * limit.
 */
export interface FreeUseLimits {
  /** Concurrent calls of one person, and from one network. */
  callsPerPerson: number
  callsPerNetwork: number
  msPerPerson: number | null
  msPerNetwork: number | null
  microsPerCall: number
  microsPerPerson: number | null
  microsPerNetwork: number | null
  /** All free calls together: once this is spent, free calls are refused until the next day. */
  microsPerDay: number | null
  /** Concurrent calls from one network to assistants whose owners pay for them. */
  visitorsPerNetwork: number
}

/** In local mode all clients, test suites included, share one address, so limits by network are wide or off. */
const LOCAL = {
  FREE_CALLS_PER_PERSON: 3,
  FREE_CALLS_PER_NETWORK: 1_000,
  FREE_MINUTES_PER_PERSON: 'none',
  FREE_MINUTES_PER_NETWORK: 'none',
  FREE_DOLLARS_PER_PERSON: 'none',
  FREE_DOLLARS_PER_NETWORK: 'none',
  FREE_DOLLARS_PER_DAY: 'none',
} as const

/** A whole office may share one address, so a network may use several times what one person may. */
const PRODUCTION = {
  FREE_CALLS_PER_PERSON: 1,
  FREE_CALLS_PER_NETWORK: 10,
  FREE_MINUTES_PER_PERSON: 10,
  FREE_MINUTES_PER_NETWORK: 120,
  FREE_DOLLARS_PER_PERSON: 1,
  FREE_DOLLARS_PER_NETWORK: 8,
  FREE_DOLLARS_PER_DAY: 25,
} as const

export function freeUseLimitsOf(env: FreeUseEnv, localMode: boolean): FreeUseLimits {
  const usual = localMode ? LOCAL : PRODUCTION
  const times = (factor: number, given: number | 'none' | undefined, otherwise: number | 'none'): number | null => {
    const value = given ?? otherwise
    return value === 'none' ? null : Math.round(value * factor)
  }
  const minutes = (name: 'FREE_MINUTES_PER_PERSON' | 'FREE_MINUTES_PER_NETWORK') =>
    times(MINUTE_MS, env[name], usual[name])
  const dollars = (name: 'FREE_DOLLARS_PER_PERSON' | 'FREE_DOLLARS_PER_NETWORK' | 'FREE_DOLLARS_PER_DAY') =>
    times(MICROS_PER_DOLLAR, env[name], usual[name])
  return {
    callsPerPerson: env.FREE_CALLS_PER_PERSON ?? usual.FREE_CALLS_PER_PERSON,
    callsPerNetwork: env.FREE_CALLS_PER_NETWORK ?? usual.FREE_CALLS_PER_NETWORK,
    msPerPerson: minutes('FREE_MINUTES_PER_PERSON'),
    msPerNetwork: minutes('FREE_MINUTES_PER_NETWORK'),
    microsPerCall: Math.round(env.FREE_DOLLARS_PER_CALL * MICROS_PER_DOLLAR),
    microsPerPerson: dollars('FREE_DOLLARS_PER_PERSON'),
    microsPerNetwork: dollars('FREE_DOLLARS_PER_NETWORK'),
    microsPerDay: dollars('FREE_DOLLARS_PER_DAY'),
    visitorsPerNetwork: env.VISITOR_CALLS_PER_NETWORK,
  }
}
