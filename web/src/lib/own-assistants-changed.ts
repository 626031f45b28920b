/** Tells a list of one's own assistants, wherever it is shown on this page, that there is something new. */

const listeners = new Set<() => void>()

export function announceOwnAssistants(): void {
  for (const listener of listeners) listener()
}

/** Returns the way to stop. */
export function onOwnAssistantsChanged(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
