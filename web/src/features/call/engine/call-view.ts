import { nextCallStatus, type CallStatusEvent } from './call-status.ts'
import type { Captions } from './captions.ts'
import { INITIAL_VIEW, type CallView } from './voice-call.ts'

/** Holds what a panel shows, and tells when it changed. */
export interface CallViewStore {
  get: () => CallView
  set(patch: Partial<CallView>): void
  advance(event: CallStatusEvent): void
  caption(change: (lines: Captions) => Captions): void
}

export function createCallViewStore(onChange: () => void): CallViewStore {
  let view = INITIAL_VIEW

  function set(patch: Partial<CallView>): void {
    const changed = Object.entries(patch).some(([key, value]) => view[key as keyof CallView] !== value)
    if (!changed) return
    view = { ...view, ...patch }
    onChange()
  }

  return {
    get: () => view,
    set,
    advance: (event) => set({ status: nextCallStatus(view.status, event) }),
    caption: (change) => set({ captions: change(view.captions) }),
  }
}
