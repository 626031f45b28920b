/** How often the page is felt for work. */
const FEEL_EVERY_MS = 200
/** Main-thread work that holds up an idle moment for longer than this breaks the calm. */
const BUSY_AFTER_MS = 50
/** A page that never calms down gets it in the end. */
const AT_MOST_MS = 15_000

/**
 * Calls back once the page has loaded and its main thread has then been free for `calmMs`: for work that the visitor does not wait for.
 * Returns the way to call it off.
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
