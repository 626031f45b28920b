const LEVELS_PER_WINDOW = 31
/** Together with the one being filled, two seconds: every speaker leaves a gap between two words within that time. */
const FULL_WINDOWS = 3
/** The quietest moment of a noise lies below its mean. */
const BIAS = 1.25
/** −70 dB: digital silence and rounding are no room. */
const LOWEST = 0.0003

export interface NoiseFloor {
  /** Root mean square of 16 ms, speech and pauses alike. */
  push(level: number): void
  level(): number
}

/**
 * How loud the room is: the quietest moment of the last two seconds ("minimum statistics", R. Martin, 2001). It needs no
 * opinion on what is speech, so that a wrong one can't keep it wrong: a fan that starts is taken for speech for two
 * seconds at most.
 */
export function createNoiseFloor(): NoiseFloor {
  const windows: number[] = []
  let current = Infinity
  let levels = 0
  return {
    push(level) {
      current = Math.min(current, level)
      levels += 1
      if (levels < LEVELS_PER_WINDOW) return
      windows.push(current)
      if (windows.length > FULL_WINDOWS) windows.shift()
      current = Infinity
      levels = 0
    },
    level: () => {
      const quietest = Math.min(current, ...windows)
      return Number.isFinite(quietest) ? Math.max(LOWEST, quietest * BIAS) : LOWEST
    },
  }
}
