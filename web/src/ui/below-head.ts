const VARIABLE = '--dialog-head'
/** Of the dialog that opened last: one may open before another has closed. */
let last: HTMLElement | null = null

/**
 * For the head of a dialog, as its ref. Says in a variable of the page how high it is: on phones, where dialogs fill the
 * screen, notices lie under it.
 */
export function keepNoticesBelow(head: HTMLElement | null): (() => void) | undefined {
  if (head === null) return undefined
  const { style } = document.documentElement
  last = head
  const observer = new ResizeObserver(() => {
    if (last === head) style.setProperty(VARIABLE, `${head.offsetHeight}px`)
  })
  observer.observe(head)
  return () => {
    observer.disconnect()
    if (last !== head) return
    last = null
    style.removeProperty(VARIABLE)
  }
}
