/** How much may be used at once, and how quickly it is refilled. */
interface TokenBucketOptions {
  burst: number
  perSecond: number
}

export type TokenBucket = ReturnType<typeof createTokenBucket>

/**
 * A rate limit that allows short bursts.
 * @param nowMs a monotonic clock
 */
export function createTokenBucket(
  { burst, perSecond }: TokenBucketOptions,
  nowMs: () => number = () => performance.now(),
) {
  let tokens = burst
  let filledAtMs = nowMs()

  function fill(): void {
    const atMs = nowMs()
    tokens = Math.min(burst, tokens + ((atMs - filledAtMs) / 1_000) * perSecond)
    filledAtMs = atMs
  }

  return {
    /** Returns false and takes nothing if less than `amount` is left. */
    take(amount = 1): boolean {
      fill()
      if (tokens < amount) return false
      tokens -= amount
      return true
    },
    /** The time until one unit is available; 0 if one is available now. */
    waitMs(): number {
      fill()
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000)
    },
  }
}
