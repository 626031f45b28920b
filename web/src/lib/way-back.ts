import { browserDrafts, type DraftBox } from './draft-box.ts'

/**
 * Remembers that a visitor left the form of an own assistant to create an account. The link in the confirmation mail
 * may open in another tab, so this is stored beside the form's draft.
 */
const KEY = 'assistant.way-back'
/** Long enough for a slow mail. A visitor who returns the next day has other plans. */
const KEPT_FOR_MS = 2 * 3_600_000

export function markWayBack(box: DraftBox = browserDrafts, nowMs = Date.now()): Promise<void> {
  return box.keep(KEY, nowMs)
}

/** Whether the visitor should be led back to the form; forgets it afterwards. */
export async function takeWayBack(box: DraftBox = browserDrafts, nowMs = Date.now()): Promise<boolean> {
  const markedAtMs = await box.read(KEY)
  if (typeof markedAtMs !== 'number') return false
  await box.forget(KEY)
  return nowMs - markedAtMs < KEPT_FOR_MS
}
