/** Notifies the lists of own assistants on this page that something has changed. */

const listeners = new Set<() => void>()

export function announceOwnAssistants(): void {
  for (const listener of listeners) listener()
}

/** Returns a function that removes the listener. */
export function onOwnAssistantsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
