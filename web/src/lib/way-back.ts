import { browserDrafts, type DraftBox } from './draft-box.ts'

/**
 * A visitor left the form of an own assistant to make an account. The link in the confirmation mail may open in another
 * tab, which knows nothing of where they were; so the way back is kept beside the form.
 */
const KEY = 'assistant.way-back'
/** Long enough for a slow mail; a visitor who returns tomorrow comes for something else. */
const KEPT_FOR_MS = 2 * 3_600_000

export function markWayBack(box: DraftBox = browserDrafts, nowMs = Date.now()): Promise<void> {
  return box.keep(KEY, nowMs)
}

/** Whether there is a way back to go; it is gone afterwards. */
export async function takeWayBack(box: DraftBox = browserDrafts, nowMs = Date.now()): Promise<boolean> {
  const markedAtMs = await box.read(KEY)
  if (typeof markedAtMs !== 'number') return false
  await box.forget(KEY)
  return nowMs - markedAtMs < KEPT_FOR_MS
}
