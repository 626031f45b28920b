import type { Tones } from './colour.ts'
import { line, num, path, readPoints, type Point } from './path.ts'
import { stroke, type Shape } from './shape.ts'

/** Centre and radius of one curl. */
export type Curl = readonly [x: number, y: number, radius: number]

/**
 * Curls along an ellipse between two angles (degrees, 0 to the right, clockwise), with slight variations that are the
 * same on every call.
 */
export function curlsAround(
  [centreX, centreY]: readonly [x: number, y: number],
  [radiusX, radiusY]: readonly [x: number, y: number],
  curl: { count: number; radius: number; from: number; to: number },
): Curl[] {
  return Array.from({ length: curl.count }, (_, index) => {
    const wave = Math.sin(index * 2.4)
    const other = Math.sin(index * 4.7 + 1)
    const share = (index + wave * 0.18) / Math.max(curl.count - 1, 1)
    const angle = ((curl.from + (curl.to - curl.from) * share) * Math.PI) / 180
    const reach = 1 + other * 0.025
    return [
      centreX + Math.cos(angle) * radiusX * reach,
      centreY + Math.sin(angle) * radiusY * reach,
      curl.radius * (1 + wave * 0.14),
    ]
  })
}

/** All curls as one outline; they may overlap. */
export function curlMass(curls: readonly Curl[]): string {
  return curls.map(([x, y, r]) => path`M${x - r} ${y}a${r} ${r} 0 1 1 ${r * 2} 0a${r} ${r} 0 1 1 ${r * -2} 0Z`).join('')
}

/** The light on the upper left of each curl, and the line where it curls under. */
export function curlLines(curls: readonly Curl[], tones: Tones, shine: string): Shape[] {
  const lights = curls.map(
    ([x, y, r]) =>
      path`M${x - r * 0.72} ${y + r * 0.12}C${x - r * 0.7} ${y - r * 0.5} ${x - r * 0.2} ${y - r * 0.78} ${x + r * 0.3} ${y - r * 0.66}`,
  )
  const turns = curls.map(
    ([x, y, r]) =>
      path`M${x + r * 0.7} ${y - r * 0.35}C${x + r * 0.86} ${y + r * 0.3} ${x + r * 0.3} ${y + r * 0.85} ${x - r * 0.25} ${y + r * 0.66}C${x - r * 0.5} ${y + r * 0.5} ${x - r * 0.3} ${y + r * 0.1} ${x} ${y + r * 0.22}`,
  )
  return [stroke(turns.join(''), tones.deep, 2, 0.6), stroke(lights.join(''), shine, 2.2, 0.42)]
}

/** Short coils as a texture of small hooks, one at each spot. The caller keeps the spots inside the hair's outline. */
export function coils(spots: readonly (readonly [x: number, y: number])[], colour: string, opacity: number): Shape {
  const d = spots.map(
    ([x, y]) =>
      `M${num(x - 3)} ${num(y + 1.5)}C${num(x - 3)} ${num(y - 3)} ${num(x + 3)} ${num(y - 3)} ${num(x + 2.6)} ${num(y + 0.6)}`,
  )
  return stroke(d.join(''), colour, 1.3, opacity)
}

type Comb = readonly [colour: string, count: number, opacity?: number, strokeWidth?: number]

/**
 * Single hairs, unevenly spaced, between the guide lines `first` and `last`, which must have the same number of points.
 */
export function strands(first: string, last: string, ...combs: readonly Comb[]): Shape[] {
  const from = readPoints(first)
  const to = readPoints(last)
  return combs.map(([colour, count, opacity = 0.4, strokeWidth = 1.2]) => {
    const hairs = Array.from({ length: count }, (_, index) => {
      const t = (index + 0.5 + Math.sin(index * 7.3) * 0.34) / count
      const shift = Math.sin(index * 4.1) * 2.4
      return line(
        from.map(([x, y], at): Point => {
          const [endX, endY] = to[at] ?? [x, y]
          const along = at === 0 || at === from.length - 1 ? shift : 0
          return [x + (endX - x) * t, y + (endY - y) * t + along]
        }),
      )
    })
    return stroke(hairs.join(''), colour, strokeWidth, opacity)
  })
}
