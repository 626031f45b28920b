export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value
}

/** Smoothstep: 0 for `t` below 0, 1 above 1, with a smooth transition between. */
export function smoothStep(t: number): number {
  const inside = clamp(t, 0, 1)
  return inside * inside * (3 - 2 * inside)
}

export function between(from: number, to: number, t: number): number {
  return from + (to - from) * t
}
