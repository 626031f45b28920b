export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** 0 below 0, 1 above 1, without a corner at either. */
export function smoothStep(t: number): number {
  const inside = clamp(t, 0, 1)
  return inside * inside * (3 - 2 * inside)
}

export function between(from: number, to: number, t: number): number {
  return from + (to - from) * t
}
