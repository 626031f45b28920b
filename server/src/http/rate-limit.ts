import { createMiddleware } from 'hono/factory'
import { AppError } from '#contract/errors.ts'
import type { AppEnv } from './context.ts'

/** A bucket holds `burst` tokens and regains one every `refillMs`. */
export interface RateRule {
  burst: number
  refillMs: number
}

/**
 * One rule for each class of request. Failures and addresses are counted by the handlers, since only they know them:
 * a person who signs in successfully is never slowed down.
 */
export type RateClass =
  | 'general'
  | 'sign-up'
  | 'sign-in-failure'
  | 'sign-in-failure-address'
  | 'mail'
  | 'mail-address'
  | 'contact'
  | 'contact-client-address'
  | 'contact-address'
  | 'call'
  | 'socket'
  | 'speech'
  | 'upload'
  | 'talk'
  | 'checkout'
  | 'webhook'

export const PRODUCTION_RATES: Readonly<Record<RateClass, RateRule>> = {
  general: { burst: 300, refillMs: 100 },
  'sign-up': { burst: 20, refillMs: 60_000 },
  'sign-in-failure': { burst: 10, refillMs: 30_000 },
  'sign-in-failure-address': { burst: 10, refillMs: 60_000 },
  mail: { burst: 10, refillMs: 60_000 },
  'mail-address': { burst: 4, refillMs: 5 * 60_000 },
  contact: { burst: 6, refillMs: 2 * 60_000 },
  'contact-client-address': { burst: 4, refillMs: 10 * 60_000 },
  // Wide: anybody may name an address, and nobody shall keep its owner from writing.
  'contact-address': { burst: 40, refillMs: 60_000 },
  call: { burst: 20, refillMs: 10_000 },
  socket: { burst: 30, refillMs: 5_000 },
  speech: { burst: 15, refillMs: 4_000 },
  upload: { burst: 20, refillMs: 10_000 },
  talk: { burst: 20, refillMs: 10_000 },
  checkout: { burst: 20, refillMs: 6_000 },
  // The payment provider sends many at once, and each has to be signed.
  webhook: { burst: 2_000, refillMs: 5 },
}

/** On a developer's machine everybody has the same address, test suites included; guessing stays as limited. */
export const LOCAL_RATES: Readonly<Record<RateClass, RateRule>> = {
  ...PRODUCTION_RATES,
  general: { burst: 3_000, refillMs: 5 },
  'sign-up': { burst: 300, refillMs: 1_000 },
  'sign-in-failure': { burst: 30, refillMs: 10_000 },
  mail: { burst: 100, refillMs: 5_000 },
  contact: { burst: 100, refillMs: 5_000 },
  call: { burst: 300, refillMs: 500 },
  socket: { burst: 300, refillMs: 500 },
  speech: { burst: 150, refillMs: 500 },
  upload: { burst: 300, refillMs: 500 },
  talk: { burst: 300, refillMs: 500 },
  checkout: { burst: 300, refillMs: 500 },
}

export interface RateLimiter {
  /** Takes a token. @throws AppError `rate-limited` when there is none, saying when there will be. */
  take(rateClass: RateClass, key: string): void
  /**
   * Returns a token. Limits on failures take one before trying, since of many tries at once none may look first, and
   * give it back when the try did not fail.
   */
  giveBack(rateClass: RateClass, key: string): void
}

interface Bucket {
  tokens: number
  updatedAtMs: number
}

/**
 * Token buckets in memory, so each process counts on its own. At most `maxKeys` are kept; the ones unused for longest
 * go first.
 */
export function createRateLimiter(
  rates: Readonly<Record<RateClass, RateRule>>,
  { maxKeys = 50_000, nowMs = Date.now }: { maxKeys?: number; nowMs?: () => number } = {},
): RateLimiter {
  // A Map iterates in insertion order; re-inserting on use keeps the least recently used first.
  const buckets = new Map<string, Bucket>()

  function fill(rule: RateRule, id: string): Bucket {
    const now = nowMs()
    const old = buckets.get(id)
    const gained = old ? (now - old.updatedAtMs) / rule.refillMs : 0
    return { tokens: old ? Math.min(rule.burst, old.tokens + gained) : rule.burst, updatedAtMs: now }
  }

  function refuseWhenEmpty(rule: RateRule, bucket: Bucket): void {
    if (bucket.tokens >= 1) return
    const retryAfterSeconds = Math.max(1, Math.ceil(((1 - bucket.tokens) * rule.refillMs) / 1_000))
    throw new AppError('rate-limited', {
      detail: `Please wait ${describeWait(retryAfterSeconds)} and try again. Nothing was changed.`,
      retryAfterSeconds,
    })
  }

  return {
    take(rateClass, key) {
      const rule = rates[rateClass]
      const id = `${rateClass}\n${key}`
      const bucket = fill(rule, id)
      refuseWhenEmpty(rule, bucket)
      bucket.tokens -= 1
      buckets.delete(id)
      buckets.set(id, bucket)
      if (buckets.size > maxKeys) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
    },
    giveBack(rateClass, key) {
      const bucket = buckets.get(`${rateClass}\n${key}`)
      if (bucket) bucket.tokens = Math.min(rates[rateClass].burst, bucket.tokens + 1)
    },
  }
}

/** Charges every request of a route to its client. */
export function rateLimited(rateClass: RateClass) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.var.rateLimiter.take(rateClass, c.var.clientKey)
    await next()
  })
}

export function describeWait(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
