/** Dispatched by the page when React has hydrated it. */
export const ALIVE_EVENT = 'voxhall:alive'

/**
 * Runs inside the page as text (`withLateScripts`), so it must not use anything from outside the function. Loads the
 * scripts after the page has been painted, and keeps the last click on a button, or on a card that acts as one, to
 * repeat it once the page can respond.
 * @param addresses all scripts that the page needs
 * @param aliveEvent `ALIVE_EVENT`
 */
export function startLate(addresses: readonly string[], aliveEvent: string): void {
  let hasStarted = false
  const start = () => {
    if (hasStarted) return
    hasStarted = true
    for (const address of addresses) {
      const preload = document.createElement('link')
      preload.rel = 'modulepreload'
      preload.href = address
      document.head.append(preload)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = document.getElementById('late-module')?.textContent ?? ''
    document.head.append(script)
  }
  const startAfterPaint = () =>
    new PerformanceObserver((paints, observer) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      start()
    }).observe({ type: 'paint', buffered: true })
  if (document.readyState === 'complete') startAfterPaint()
  else addEventListener('load', startAfterPaint, { once: true })
  // Starts anyway if a slow picture delays the load event, or a background tab is never painted.
  setTimeout(start, 2500)

  let pressed: HTMLElement | null = null
  const keepPress = (event: Event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button, article') : null
    const isLink = control instanceof HTMLAnchorElement
    if (control === null || (isLink && control.role !== 'button')) return
    pressed = control
    // A link works without scripts, so its click goes through now; it is repeated later without opening the link again.
    if (!isLink) event.stopImmediatePropagation()
    start()
  }
  addEventListener('click', keepPress, true)
  addEventListener(
    aliveEvent,
    () => {
      removeEventListener('click', keepPress, true)
      if (pressed instanceof HTMLAnchorElement) {
        pressed.addEventListener('click', (event) => event.preventDefault(), { once: true })
      }
      if (pressed?.isConnected === true) pressed.click()
    },
    { once: true },
  )
}
