import type { Location } from 'react-router'

/**
 * The browser's history while dialogs open and close. An open dialog has a history entry of its own after its page's
 * entry, so that going back closes the dialog. When it is closed in another way, the entry is left by a step back. The
 * page's location follows each of these navigations a moment later.
 *
 *   page ── a dialog opens ──▶ entry ── back, or the dialog is closed ──▶ going-back ──▶ page
 *                                └── a link in the dialog ──▶ leaving ──▶ page, of the other screen
 */
export type DialogHistory =
  | { phase: 'page' }
  | { phase: 'entry' }
  /**
   * `isClosing`: back was pressed, and the dialog is about to close. `next`: a screen that was requested meanwhile and is
   * opened afterwards, since the step back would undo it.
   */
  | { phase: 'going-back'; isClosing: boolean; next: NextScreen | null }
  /** The entry is being replaced by another screen. */
  | { phase: 'leaving' }

interface NextScreen {
  location: Location
  replace: boolean
}

export type HistoryEvent =
  | { type: 'back-pressed' }
  | { type: 'screen-requested'; screen: NextScreen }
  | { type: 'dialogs-changed' }
  /** No navigation is under way. */
  | { type: 'settled'; isOpen: boolean; isAtEntry: boolean }

type HistoryStep = 'none' | 'close-dialog' | 'add-entry' | 'leave-entry' | NextScreen

export function afterHistoryEvent(now: DialogHistory, event: HistoryEvent): [DialogHistory, HistoryStep] {
  switch (event.type) {
    case 'back-pressed':
      if (now.phase === 'page' || now.phase === 'going-back') return [now, 'none']
      return [{ phase: 'going-back', isClosing: true, next: null }, 'close-dialog']
    case 'screen-requested':
      return [now.phase === 'going-back' ? { ...now, next: event.screen } : { phase: 'leaving' }, 'none']
    case 'dialogs-changed':
      return [now.phase === 'going-back' ? { ...now, isClosing: false } : now, 'none']
    case 'settled':
      return event.isAtEntry ? settledAtEntry(now, event.isOpen) : settledAtPage(now, event.isOpen)
  }
}

function settledAtPage(now: DialogHistory, isOpen: boolean): [DialogHistory, HistoryStep] {
  if (now.phase === 'going-back' && now.next) return [{ ...now, next: null }, now.next]
  if (!isOpen) return [now.phase === 'entry' ? now : { phase: 'page' }, 'none']
  const isWaiting = now.phase === 'entry' || (now.phase === 'going-back' && now.isClosing)
  return isWaiting ? [now, 'none'] : [{ phase: 'entry' }, 'add-entry']
}

function settledAtEntry(now: DialogHistory, isOpen: boolean): [DialogHistory, HistoryStep] {
  if (isOpen || now.phase === 'going-back' || now.phase === 'leaving') return [now, 'none']
  // The entry of a closed dialog may also be reached again by going forward or reloading the page.
  return [{ phase: 'going-back', isClosing: false, next: null }, 'leave-entry']
}

/** Adds the mark of a dialog's entry to the entry's state. */
export function withDialogEntry(state: unknown): object {
  return { ...(typeof state === 'object' && state !== null ? state : {}), dialog: true }
}

export function isDialogEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'dialog' in state && state.dialog === true
}
