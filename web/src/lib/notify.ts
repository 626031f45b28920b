/** A toast: a short message at the edge of the screen that disappears by itself. */
export interface Notice {
  kind: 'success' | 'error' | 'plain'
  title: string
  description?: string
  /** A button in the toast. */
  action?: { label: string; onPress: () => void }
  durationMs?: number
}

type Sink = (notice: Notice) => void

// The toaster is loaded with the first notice; notices wait here until it is ready.
const waiting: Notice[] = []
let sink: Sink | null = null
let onFirst: (() => void) | null = null

export function notify(notice: Notice): void {
  if (sink !== null) {
    sink(notice)
    return
  }
  waiting.push(notice)
  onFirst?.()
}

/** Connects the toaster, which first receives the waiting notices. Returns a function that disconnects it. */
export function receiveNotices(receiver: Sink): () => void {
  sink = receiver
  for (const notice of waiting.splice(0)) receiver(notice)
  return () => {
    if (sink === receiver) sink = null
  }
}

/** Calls back when a notice waits for the toaster, or at once if one is waiting already. */
export function whenNoticesWait(listener: () => void): () => void {
  onFirst = listener
  if (waiting.length > 0) listener()
  return () => {
    if (onFirst === listener) onFirst = null
  }
}
