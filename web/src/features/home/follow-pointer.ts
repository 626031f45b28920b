/** Beyond this distance in pixels the eyes look no further aside. */
const REACH_PX = 420
/** Eyes lie at this share of the portrait's height. */
const EYE_HEIGHT = 0.45
/** After a touch the eyes rest there for a moment. */
const TOUCH_MS = 2500

/** Knows where the eyes of a face in `host` would look to see the pointer: a mouse anywhere, a finger where it tapped. */
export function followPointer(host: HTMLElement) {
  let pointer: { x: number; y: number; untilMs: number } | null = null
  const abort = new AbortController()
  const options = { signal: abort.signal, passive: true }
  window.addEventListener(
    'pointermove',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType === 'mouse') pointer = { x: clientX, y: clientY, untilMs: Infinity }
    },
    options,
  )
  window.addEventListener(
    'pointerdown',
    ({ pointerType, clientX, clientY }) => {
      if (pointerType !== 'mouse') pointer = { x: clientX, y: clientY, untilMs: performance.now() + TOUCH_MS }
    },
    options,
  )
  // Once the mouse has left the window, the eyes are free again.
  document.documentElement.addEventListener('pointerleave', () => (pointer = null), options)

  return {
    /** The direction from the face to the pointer, each axis −1…1; null when there is none to look at. */
    gaze: (): { x: number; y: number } | null => {
      if (pointer === null || performance.now() > pointer.untilMs) return null
      const box = host.getBoundingClientRect()
      return {
        x: withinReach(pointer.x - (box.left + box.width / 2)),
        y: withinReach(pointer.y - (box.top + box.height * EYE_HEIGHT)),
      }
    },
    end: (): void => abort.abort(),
  }
}

function withinReach(distancePx: number): number {
  return Math.min(Math.max(distancePx / REACH_PX, -1), 1)
}
