import type { FeatureCallDesk } from './call-desk.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Ends the calls of this process within a second or two when another process, or a deletion, has ended them in the
 * records. A look is one query by primary keys, and none where no call is held.
 */
export function startCallWatch(
  desk: Pick<FeatureCallDesk, 'heldIds' | 'followRecords'>,
  onFault: (error: unknown) => void,
): { close: () => void } {
  let isLooking = false
  /** Told once for each time that the database is away. */
  let isAway = false

  async function look(): Promise<void> {
    if (isLooking || desk.heldIds().length === 0) return
    isLooking = true
    try {
      await desk.followRecords()
      isAway = false
    } catch (error) {
      if (!isAway) onFault(error)
      isAway = true
    } finally {
      isLooking = false
    }
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  return { close: () => clearInterval(timer) }
}
