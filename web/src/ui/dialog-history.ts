/**
 * The browser's history while dialogs open and close. A dialog has an entry of its own in front of its page's, so that
 * going back closes the dialog; when it is closed otherwise, that entry is left.
 *
 *   page ── a dialog opens ──▶ page, page+dialog ── the dialog is closed, or back ──▶ page
 *                                   └── a link in the dialog ──▶ page, other screen
 */
export interface DialogHistory {
  isOpen: boolean
  /** The entry where the page is now belongs to a dialog. */
  isAtEntry: boolean
  /** An entry was added for the open dialog; the page may not have got there yet. */
  hasEntry: boolean
  /** Back was pressed, and the dialog is about to go. */
  isClosing: boolean
  /** The entry is being left by a step back. */
  isGoingBack: boolean
  /** The entry is being replaced by another screen. */
  isLeaving: boolean
}

export type HistoryStep = 'none' | 'add-entry' | 'leave-entry'

export function nextHistoryStep(now: DialogHistory): HistoryStep {
  if (now.isOpen) return now.isAtEntry || now.hasEntry || now.isClosing ? 'none' : 'add-entry'
  // Also where a closed dialog's entry was come back to, by forward or by loading the page again.
  return now.isAtEntry && !now.isGoingBack && !now.isLeaving ? 'leave-entry' : 'none'
}

/** Added to the state that the page itself keeps in its entry. */
export function withDialogEntry(state: unknown): object {
  return { ...(typeof state === 'object' && state !== null ? state : {}), dialog: true }
}

export function isDialogEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'dialog' in state && state.dialog === true
}
