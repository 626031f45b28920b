/**
 * What had the focus on the page before a dialog took it. One for all dialogs, since one may open another:
 * the last to close hands the focus back to the page.
 */
let opener: HTMLElement | null = null

/** To be called while the dialog is about to take the focus. */
export function rememberOpener(): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (focused.closest('[role="dialog"]') === null) opener = focused
}

/** To be called when a dialog has gone. Keeps Radix from its own way, which knows only triggers of its own. */
export function returnFocus(event: Event): void {
  event.preventDefault()
  if (document.querySelector('[role="dialog"]') === null && opener?.isConnected === true) opener.focus()
}
