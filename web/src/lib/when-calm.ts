/** The interval at which the main thread is checked. */
const FEEL_EVERY_MS = 200
/** The main thread counts as busy when a timer is delayed by more than this. */
const BUSY_AFTER_MS = 50
/** The callback is made after this time even if the page never becomes idle. */
const AT_MOST_MS = 15_000

/**
 * Calls back once the page has loaded and its main thread has then been idle for `calmMs`: for work that visitors do
 * not wait for. Returns a function that cancels it.
 */
export function whenCalm(callback: () => void, calmMs: number): () => void {
  const beganMs = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let calmSinceMs = beganMs

  const feel = () => {
    const dueMs = performance.now() + FEEL_EVERY_MS
    timer = setTimeout(() => {
      const nowMs = performance.now()
      if (document.readyState !== 'complete' || nowMs - dueMs > BUSY_AFTER_MS) calmSinceMs = nowMs
      if (nowMs - calmSinceMs >= calmMs || nowMs - beganMs >= AT_MOST_MS) callback()
      else feel()
    }, FEEL_EVERY_MS)
  }
  feel()
  return () => clearTimeout(timer)
}
