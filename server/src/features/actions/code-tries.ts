const MAX_WRONG_A_CALL = 3
const MAX_WRONG_AN_HOUR = 30
const HOUR_MS = 3_600_000
const MAX_KEPT = 5_000

export type CodeTries = ReturnType<typeof createCodeTries>

/** Limits wrong codes, in one call and per assistant in an hour, so that the six-digit codes can't be guessed. */
export function createCodeTries(nowMs = Date.now) {
  const counts = new Map<string, { tries: number; sinceMs: number }>()

  function countOf(key: string) {
    const count = counts.get(key)
    return count && nowMs() - count.sinceMs < HOUR_MS ? count : { tries: 0, sinceMs: nowMs() }
  }

  function add(key: string, tries: number): void {
    const count = countOf(key)
    counts.delete(key)
    counts.set(key, { ...count, tries: Math.max(0, count.tries + tries) })
  }

  return {
    /**
     * Counts a try before its code is looked up, because calls that try at the same moment must not all pass the check
     * first. False if there were too many.
     */
    take(callId: string, assistantId: string): boolean {
      if (countOf(callId).tries >= MAX_WRONG_A_CALL || countOf(assistantId).tries >= MAX_WRONG_AN_HOUR) return false
      for (const key of [callId, assistantId]) add(key, 1)
      for (const key of counts.keys()) {
        if (counts.size <= MAX_KEPT) break
        counts.delete(key)
      }
      return true
    },
    /** Called if the code was not wrong. */
    giveBack(callId: string, assistantId: string): void {
      for (const key of [callId, assistantId]) add(key, -1)
    },
  }
}
