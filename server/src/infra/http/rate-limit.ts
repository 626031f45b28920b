import { AppError } from '#contract/errors.ts'
import { createRecentValues } from '../recent-values.ts'

/** A bucket holds `burst` tokens and regains one every `refillMs`. */
interface RefillRule {
  burst: number
  refillMs: number
}

/**
 * The first `burst` attempts are free. Each later one must wait twice as long as the one before, but at most `maxWaitMs`.
 * A success resets the count, and so does `forgottenAfterMs` without an attempt.
 */
interface GrowingRule {
  burst: number
  firstWaitMs: number
  maxWaitMs: number
  forgottenAfterMs: number
}

export type RateRule = RefillRule | GrowingRule

/** Wrong passwords for one account from one network or device: 21 in the first hour, then four an hour. */
const WRONG_PASSWORDS: GrowingRule = {
  burst: 10,
  firstWaitMs: 2_000,
  maxWaitMs: 15 * 60_000,
  forgottenAfterMs: 60 * 60_000,
}

/**
 * One rule for each class of request. Handlers charge for failures and for addresses, since only they know them: a person
 * who signs in successfully is never slowed down.
 */
export const PRODUCTION_RATES = {
  general: { burst: 300, refillMs: 100 },
  'sign-up': { burst: 20, refillMs: 60_000 },
  'sign-in-pair': WRONG_PASSWORDS,
  'sign-in-device': WRONG_PASSWORDS,
  // Generous, since an office shares one address. It stops one network from trying a password on every account.
  'sign-in-network': { burst: 60, refillMs: 30_000 },
  // For all networks together that never signed in to the account: at most 2,900 wrong passwords a day.
  'sign-in-account': { burst: 20, refillMs: 30_000 },
  'own-password': WRONG_PASSWORDS,
  mail: { burst: 10, refillMs: 60_000 },
  'mail-address': { burst: 4, refillMs: 5 * 60_000 },
  'mail-link': { burst: 30, refillMs: 10_000 },
  contact: { burst: 6, refillMs: 2 * 60_000 },
  'contact-client-address': { burst: 4, refillMs: 10 * 60_000 },
  // Generous, because an attacker who enters another person's address must not lock its owner out.
  'contact-address': { burst: 40, refillMs: 60_000 },
  call: { burst: 20, refillMs: 10_000 },
  socket: { burst: 30, refillMs: 5_000 },
  speech: { burst: 15, refillMs: 4_000 },
  upload: { burst: 20, refillMs: 10_000 },
  // An export may hold hundreds of megabytes until its reader has taken them.
  export: { burst: 5, refillMs: 5 * 60_000 },
  // A page shows dozens of files, and a video is fetched in many ranges.
  file: { burst: 300, refillMs: 50 },
  video: { burst: 20, refillMs: 10_000 },
  checkout: { burst: 20, refillMs: 6_000 },
  // The payment provider sends bursts of webhooks, and unsigned ones are refused anyway.
  webhook: { burst: 2_000, refillMs: 5 },
  // Requests of this server to one that an owner named, which may not be the owner's: test deliveries, replays, calendars.
  outgoing: { burst: 20, refillMs: 3_000 },
  // Per API key; two requests a second on average.
  program: { burst: 120, refillMs: 500 },
} satisfies Record<string, RateRule>

export type RateClass = keyof typeof PRODUCTION_RATES

/** In local mode all clients, test suites included, share one address. Limits against guessing stay as they are. */
export const LOCAL_RATES: Readonly<Record<RateClass, RateRule>> = {
  ...PRODUCTION_RATES,
  general: { burst: 3_000, refillMs: 5 },
  'sign-up': { burst: 300, refillMs: 1_000 },
  'sign-in-network': { burst: 300, refillMs: 10_000 },
  mail: { burst: 100, refillMs: 5_000 },
  'mail-link': { burst: 300, refillMs: 500 },
  contact: { burst: 100, refillMs: 5_000 },
  call: { burst: 300, refillMs: 500 },
  socket: { burst: 300, refillMs: 500 },
  speech: { burst: 150, refillMs: 500 },
  upload: { burst: 300, refillMs: 500 },
  export: { burst: 100, refillMs: 5_000 },
  file: { burst: 3_000, refillMs: 5 },
  video: { burst: 300, refillMs: 500 },
  checkout: { burst: 300, refillMs: 500 },
  outgoing: { burst: 300, refillMs: 500 },
}

/** A class of request and the key (client, account or address) that is charged. */
export type RateClaim = readonly [RateClass, string]

export type RateLimiter = ReturnType<typeof createRateLimiter>

interface Bucket {
  /** Negative after more than `burst` attempts under a growing rule. */
  tokens: number
  updatedAtMs: number
}

/**
 * Token buckets in memory, so each process counts separately. At most `maxKeys` are kept; the least recently used are
 * dropped first. The clock is monotonic: if the wall clock were set back, every client would have to wait for it.
 */
export function createRateLimiter(
  rates: Readonly<Record<RateClass, RateRule>>,
  { maxKeys = 50_000, nowMs = () => performance.now() }: { maxKeys?: number; nowMs?: () => number } = {},
) {
  const buckets = createRecentValues<string, Bucket>(maxKeys)
  const idOf = ([rateClass, key]: RateClaim) => `${rateClass}\n${key}`

  function tokensOf(claim: RateClaim): number {
    const rule = rates[claim[0]]
    const bucket = buckets.get(idOf(claim))
    if (!bucket) return rule.burst
    const elapsedMs = nowMs() - bucket.updatedAtMs
    if ('refillMs' in rule) return Math.min(rule.burst, bucket.tokens + elapsedMs / rule.refillMs)
    return elapsedMs >= rule.forgottenAfterMs ? rule.burst : bucket.tokens
  }

  function waitMsOf(claim: RateClaim): number {
    const rule = rates[claim[0]]
    const tokens = tokensOf(claim)
    if (tokens >= 1) return 0
    if ('refillMs' in rule) return (1 - tokens) * rule.refillMs
    const sinceLastMs = nowMs() - (buckets.get(idOf(claim))?.updatedAtMs ?? 0)
    return Math.max(0, Math.min(rule.maxWaitMs, rule.firstWaitMs * 2 ** -tokens) - sinceLastMs)
  }

  function takeAll(claims: readonly RateClaim[]): void {
    const waitMs = Math.max(...claims.map(waitMsOf))
    if (waitMs > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
      throw new AppError('rate-limited', {
        detail: `Please wait ${describeWait(retryAfterSeconds)} and try again. Nothing was changed.`,
        retryAfterSeconds,
      })
    }
    for (const claim of claims) buckets.set(idOf(claim), { tokens: tokensOf(claim) - 1, updatedAtMs: nowMs() })
  }

  function giveAllBack(claims: readonly RateClaim[]): void {
    for (const claim of claims) {
      const rule = rates[claim[0]]
      const bucket = buckets.get(idOf(claim))
      if (!bucket) continue
      // `tokensOf` caps them at the burst.
      if ('refillMs' in rule) bucket.tokens += 1
      else buckets.delete(idOf(claim))
    }
  }

  return {
    /** Takes one token. @throws AppError `rate-limited` with the time to wait, if there is none */
    take: (rateClass: RateClass, key: string): void => takeAll([[rateClass, key]]),
    /**
     * Takes one token for each claim, or none at all, so that an attempt that one limit refuses costs nothing at the
     * others. Limits on failures take their tokens before the attempt, because concurrent attempts must not all pass the
     * check first, and give them back if the attempt succeeds.
     */
    takeAll,
    giveBack: (rateClass: RateClass, key: string): void => giveAllBack([[rateClass, key]]),
    giveAllBack,
    /** Takes tokens for work that turned out to be costly. Never throws; later requests wait longer. */
    charge(rateClass: RateClass, key: string, tokens: number): void {
      const left = Math.max(0, tokensOf([rateClass, key]) - tokens)
      buckets.set(idOf([rateClass, key]), { tokens: left, updatedAtMs: nowMs() })
    },
  }
}

export function describeWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
