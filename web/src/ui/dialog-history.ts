/**
 * The browser's history while dialogs open and close. An open dialog has a history entry of its own after its page's
 * entry, so that going back closes the dialog. When it is closed in another way, the entry is left by a step back.
 *
 *   page ── a dialog opens ──▶ page, page+dialog ── the dialog is closed, or back ──▶ page
 *                                   └── a link in the dialog ──▶ page, other screen
 */
export interface DialogHistory {
  isOpen: boolean
  /** The page is at an entry that belongs to a dialog. */
  isAtEntry: boolean
  /** An entry was requested for the open dialog; the page may not have reached it yet. */
  hasEntry: boolean
  /** Back was pressed, and the dialog is about to close. */
  isClosing: boolean
  /** A step back from the entry is under way. */
  isGoingBack: boolean
  /** A navigation that replaces the entry by another screen is under way. */
  isLeaving: boolean
}

type HistoryStep = 'none' | 'add-entry' | 'leave-entry'

export function nextHistoryStep(now: DialogHistory): HistoryStep {
  if (now.isOpen) return now.isAtEntry || now.hasEntry || now.isClosing ? 'none' : 'add-entry'
  // The entry of a closed dialog may also be reached again by going forward or reloading the page.
  return now.isAtEntry && !now.isGoingBack && !now.isLeaving ? 'leave-entry' : 'none'
}

/** Adds the mark of a dialog's entry to the entry's state. */
export function withDialogEntry(state: unknown): object {
  return { ...(typeof state === 'object' && state !== null ? state : {}), dialog: true }
}

export function isDialogEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'dialog' in state && state.dialog === true
}
