const FRAMES_PER_WINDOW = 25
/** Together with the one being filled, two seconds: nobody speaks that long without a gap between two words. */
const FULL_WINDOWS = 3
/** The quietest moment of a noise lies below its mean. */
const BIAS = 1.25
/** −70 dB: digital silence and rounding are no room. */
const LOWEST = 0.0003

export interface NoiseFloor {
  /** Root mean square of a frame of 20 ms, speech and pauses alike. */
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
  let frames = 0
  return {
    push(level) {
      current = Math.min(current, level)
      frames += 1
      if (frames < FRAMES_PER_WINDOW) return
      windows.push(current)
      if (windows.length > FULL_WINDOWS) windows.shift()
      current = Infinity
      frames = 0
    },
    level: () => {
      const quietest = Math.min(current, ...windows)
      return Number.isFinite(quietest) ? Math.max(LOWEST, quietest * BIAS) : LOWEST
    },
  }
}
