const MAX_WRONG_A_CALL = 3
const MAX_WRONG_AN_HOUR = 30
const HOUR_MS = 3_600_000
const MAX_KEPT = 5_000

export type CodeTries = ReturnType<typeof createCodeTries>

/** Limits wrong codes, in one call and per assistant in an hour, so that the six-digit codes can't be guessed. */
export function createCodeTries(nowMs = Date.now) {
  const counts = new Map<string, { wrong: number; sinceMs: number }>()

  function countOf(key: string) {
    const count = counts.get(key)
    return count && nowMs() - count.sinceMs < HOUR_MS ? count : { wrong: 0, sinceMs: nowMs() }
  }

  return {
    mayTry: (callId: string, assistantId: string): boolean =>
      countOf(callId).wrong < MAX_WRONG_A_CALL && countOf(assistantId).wrong < MAX_WRONG_AN_HOUR,
    wrong(callId: string, assistantId: string): void {
      for (const key of [callId, assistantId]) {
        const { wrong, sinceMs } = countOf(key)
        counts.delete(key)
        counts.set(key, { wrong: wrong + 1, sinceMs })
      }
      for (const key of counts.keys()) {
        if (counts.size <= MAX_KEPT) break
        counts.delete(key)
      }
    },
  }
}
