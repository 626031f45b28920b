import { readStored, writeStored } from './local-store.ts'

const listeners = new Set<() => void>()

/**
 * Deletes a session that the server no longer accepts. All tabs notice it, and this tab may tell the person. Unlike on
 * logging out, drafts are kept, since the same person will continue after signing in.
 */
export function endSession(token: string): void {
  // Meanwhile another session may have begun.
  if (readStored('session')?.token !== token) return
  writeStored('session', null)
  for (const listener of listeners) listener()
}

/** Calls back when this tab has learned that its session is over. Returns a function that removes the listener. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
