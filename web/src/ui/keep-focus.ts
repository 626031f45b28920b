const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, ' +
  '[tabindex="0"]'

function focusableIn(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility())
}

/**
 * A ref for a part of a page in which rows appear and disappear. If the control that has the keyboard's focus disappears,
 * for example with the row that it removed, the control that takes its place gets the focus. Otherwise the next press of
 * Tab would begin at the top of the page.
 */
export function keepFocus(container: HTMLElement | null): (() => void) | undefined {
  if (container === null) return undefined
  let last: { element: HTMLElement; position: number } | null = null

  const remember = ({ target }: FocusEvent) => {
    // Not for fingers and mice: they don't need the focus, and on a phone, a focused field opens the keyboard.
    const isByKeyboard = target instanceof HTMLElement && target.matches(':focus-visible')
    last = isByKeyboard ? { element: target, position: focusableIn(container).indexOf(target) } : null
  }
  const observer = new MutationObserver(() => {
    if (last === null || last.element.isConnected || document.activeElement !== document.body) return
    const left = focusableIn(container)
    const { position } = last
    last = null
    left[Math.min(position, left.length - 1)]?.focus()
  })
  container.addEventListener('focusin', remember)
  observer.observe(container, { childList: true, subtree: true })
  return () => {
    container.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

/** A ref for a control that gets the focus when it appears, because pressing another control made it appear. */
export const takeFocus = (control: HTMLElement | null): void => control?.focus()
