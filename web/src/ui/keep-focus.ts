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
  /** Controls after the focused one are counted, since others before it may disappear together with it. */
  let last: { element: HTMLElement; countAfter: number } | null = null

  const remember = ({ target }: FocusEvent) => {
    // Not for fingers and mice: they don't need the focus, and on a phone, a focused field opens the keyboard.
    const isByKeyboard = target instanceof HTMLElement && target.matches(':focus-visible')
    const all = focusableIn(container)
    last = isByKeyboard ? { element: target, countAfter: all.length - 1 - all.indexOf(target) } : null
  }
  const observer = new MutationObserver(() => {
    // A dialog around the container may already have taken the focus, as it does whenever the page would lose it.
    const hasLostFocus = document.activeElement === null || document.activeElement.contains(container)
    if (last === null || last.element.isConnected || !hasLostFocus) return
    const left = focusableIn(container)
    const next = left[left.length - last.countAfter] ?? left.at(-1)
    last = null
    next?.focus()
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
