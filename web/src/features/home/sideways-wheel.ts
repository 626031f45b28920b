/** Moves one slide forward or back. */
export type Step = (direction: 1 | -1) => void

/** A swipe on a trackpad moves one slide after this distance. */
const SWIPE_PX = 60
/** Wheel events within this time belong to the same swipe. */
const TAIL_MS = 260

/** Moves one slide for each sideways swipe of a wheel or trackpad over `element`. Returns a function that stops it. */
export function followSidewaysWheel(element: HTMLElement, step: Step): () => void {
  let travelledPx = 0
  let hasStepped = false
  let lastMs = -Infinity

  const onWheel = (event: WheelEvent) => {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
    // Otherwise the browser would navigate back.
    event.preventDefault()
    if (event.timeStamp - lastMs > TAIL_MS) {
      travelledPx = 0
      hasStepped = false
    }
    lastMs = event.timeStamp
    travelledPx += event.deltaX
    if (hasStepped || Math.abs(travelledPx) < SWIPE_PX) return
    hasStepped = true
    step(travelledPx > 0 ? 1 : -1)
  }
  element.addEventListener('wheel', onWheel, { passive: false })
  return () => element.removeEventListener('wheel', onWheel)
}
