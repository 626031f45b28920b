/** A short message that appears at the edge of the screen and goes by itself. */
export interface Notice {
  kind: 'success' | 'error' | 'plain'
  title: string
  description?: string
  /** One thing to do about it. */
  action?: { label: string; onPress: () => void }
  durationMs?: number
}

type Sink = (notice: Notice) => void

// The toaster is loaded when there is something to say; notices wait here until it stands.
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

/** The toaster takes over, beginning with what has waited. Returns the way to step back. */
export function receiveNotices(receiver: Sink): () => void {
  sink = receiver
  for (const notice of waiting.splice(0)) receiver(notice)
  return () => {
    if (sink === receiver) sink = null
  }
}

/** Calls back when a notice waits for a toaster, at once if one waits already. */
export function whenNoticesWait(listener: () => void): () => void {
  onFirst = listener
  if (waiting.length > 0) listener()
  return () => {
    if (onFirst === listener) onFirst = null
  }
}
