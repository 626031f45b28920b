import { createListeners } from './listeners.ts'
import { readStored, writeStored } from './local-store.ts'

/** Told when this tab has learned that its session is over. */
export const sessionEnded = createListeners()

/**
 * Deletes a session that the server no longer accepts. All tabs notice it, and this tab may tell the person. Unlike on
 * logging out, drafts are kept, since the same person will continue after signing in.
 */
export function endSession(token: string): void {
  // Meanwhile another session may have begun.
  if (readStored('session')?.token !== token) return
  writeStored('session', null)
  sessionEnded.tell()
}
