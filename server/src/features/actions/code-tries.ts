import { createRecentValues } from '../../infra/recent-values.ts'

const MAX_WRONG_A_CALL = 3
/** Per network address. One that tries codes is refused long before it has used up what its assistant allows all callers. */
const MAX_WRONG_A_NETWORK = 6
const MAX_WRONG_AN_ASSISTANT = 30
const HOUR_MS = 3_600_000
const MAX_KEPT = 5_000

/** Those who try a code. */
interface CodeTrier {
  callId: string
  assistantId: string
  /** A keyed hash of the caller's network address; null if it is not known. */
  network: string | null
}

export type CodeTries = ReturnType<typeof createCodeTries>

/**
 * Limits wrong codes so that the six-digit codes can't be guessed: in one call, and within an hour from one network and
 * for one assistant.
 */
export function createCodeTries(nowMs = Date.now) {
  const counts = createRecentValues<string, { tries: number; sinceMs: number }>(MAX_KEPT)

  function countOf(key: string) {
    const count = counts.get(key)
    return count && nowMs() - count.sinceMs < HOUR_MS ? count : { tries: 0, sinceMs: nowMs() }
  }

  function add(key: string, tries: number): void {
    const count = countOf(key)
    counts.set(key, { ...count, tries: Math.max(0, count.tries + tries) })
  }

  return {
    /**
     * Counts a try before its code is looked up, because calls that try at the same moment must not all pass the check
     * first. False if there were too many.
     */
    take(trier: CodeTrier): boolean {
      const limits = limitsOf(trier)
      if (limits.some(([key, most]) => countOf(key).tries >= most)) return false
      for (const [key] of limits) add(key, 1)
      return true
    },
    /** Called if the code was not wrong. */
    giveBack(trier: CodeTrier): void {
      for (const [key] of limitsOf(trier)) add(key, -1)
    },
  }
}

function limitsOf({ callId, assistantId, network }: CodeTrier): [key: string, most: number][] {
  return [
    [callId, MAX_WRONG_A_CALL],
    ...(network === null ? [] : [[`${network} ${assistantId}`, MAX_WRONG_A_NETWORK] as [string, number]]),
    [assistantId, MAX_WRONG_AN_ASSISTANT],
  ]
}
