/** How much may be used at once, and how quickly that comes back. */
export interface TokenBucketOptions {
  burst: number
  perSecond: number
}

/** Quick for a while, never for ever. */
export interface TokenBucket {
  /** False, and nothing is taken, where not as much is left. */
  take(amount?: number): boolean
  /** How long until one can be taken; 0 when it can be now. */
  waitMs(): number
}

/** @param nowMs a clock that is never set back */
export function createTokenBucket(
  { burst, perSecond }: TokenBucketOptions,
  nowMs: () => number = () => performance.now(),
): TokenBucket {
  let tokens = burst
  let filledAtMs = nowMs()

  function fill(): void {
    const atMs = nowMs()
    tokens = Math.min(burst, tokens + ((atMs - filledAtMs) / 1_000) * perSecond)
    filledAtMs = atMs
  }

  return {
    take(amount = 1) {
      fill()
      if (tokens < amount) return false
      tokens -= amount
      return true
    },
    waitMs() {
      fill()
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perSecond) * 1_000)
    },
  }
}
