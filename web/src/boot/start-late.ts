/** Told by the page when its scripts have taken over. */
export const ALIVE_EVENT = 'voxhall:alive'

/**
 * Runs inside the page as text (`withLateScripts`), so it may use nothing from outside itself. Fetches the scripts after
 * the page with its pictures has been painted, and keeps the last press of a button, or of a card that is one,
 * until they can answer it.
 * @param addresses of all scripts that the page needs
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
  // One slow picture must not keep the page from working, nor may a tab in the background.
  setTimeout(start, 2500)

  let pressed: HTMLElement | null = null
  const keepPress = (event: Event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('a, button, article') : null
    const isLink = control instanceof HTMLAnchorElement
    if (control === null || (isLink && control.role !== 'button')) return
    pressed = control
    // A link does its work by itself; the page has only to hear of it later.
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
