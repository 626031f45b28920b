import { readStored, writeStored } from './local-store.ts'

const listeners = new Set<() => void>()

/**
 * The server no longer takes this session. It is forgotten, which every tab sees, and this tab may say so. Drafts are
 * kept, unlike after logging out: the same person goes on after signing in.
 */
export function endSession(token: string): void {
  // Another one may have begun while the request was under way.
  if (readStored('session')?.token !== token) return
  writeStored('session', null)
  for (const listener of listeners) listener()
}

/** Calls back when this tab has learned that its session is over. Returns the way to stop. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
