const LEVELS_PER_WINDOW = 31
/** With the current window, they cover two seconds. Every speaker leaves a gap between two words within that time. */
const FULL_WINDOWS = 3
/** Corrects for the fact that the quietest moment of a noise is below its mean. */
const BIAS = 1.25
/** −70 dB. Anything quieter is digital silence or rounding, not a room. */
const LOWEST = 0.0003

/**
 * Estimates how loud the room is by the quietest moment of the last two seconds ("minimum statistics", R. Martin,
 * 2001). It does not depend on a decision about what is speech, so a wrong decision can't persist: a fan that starts is taken
 * for speech for two seconds at most.
 */
export function createNoiseFloor() {
  const windows: number[] = []
  let current = Infinity
  let levels = 0
  return {
    /** @param level the root mean square of 16 ms, whether speech or pause */
    push(level: number): void {
      current = Math.min(current, level)
      levels += 1
      if (levels < LEVELS_PER_WINDOW) return
      windows.push(current)
      if (windows.length > FULL_WINDOWS) windows.shift()
      current = Infinity
      levels = 0
    },
    level: (): number => {
      const quietest = Math.min(current, ...windows)
      return Number.isFinite(quietest) ? Math.max(LOWEST, quietest * BIAS) : LOWEST
    },
  }
}
