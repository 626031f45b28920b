import { EYE_Y, centreX, curve, curvesOf, directionOf, type EyeSide, type Spot } from './eye-motion.ts'
import { line, oval, path } from './path.ts'
import type { Person } from './person.ts'
import { fading, gradient, stroke, withStops, type Shape } from './shape.ts'

/** The eyeball. It does not move and shows only within the eye's opening. */
export function eyeball(person: Person, side: EyeSide): Shape[] {
  const x = centreX(person, side)
  const w = person.eyes.halfWidth + 3
  const caruncle = x - directionOf(side) * (person.eyes.halfWidth - 1)
  return [
    { d: oval(x, EYE_Y, w, 13), fill: gradient('down', '#d9d2cc', '#f6f2ec', '#efe8e1') },
    { d: oval(caruncle, EYE_Y + 2, 2.8, 2.4), fill: '#d79c8e', opacity: 0.75 },
  ]
}

/**
 * Iris and pupil around the origin; the pose moves them. The highlight stays at the upper left, where the light comes
 * from.
 */
export function iris({ eyes: { iris: colour } }: Person): Shape[] {
  return [
    { d: oval(0, 0, 7.9), fill: '#2a201c' },
    { d: oval(0, 0, 7.1), fill: withStops('radial', [0, colour], [0.7, colour], [1, '#2b211d']) },
    { d: oval(0.6, 2.8, 4, 2.6), fill: fading('radial', '#ffffff', 0.32, 0) },
    { d: oval(0, 0, 3.1), fill: '#120d0c' },
    { d: oval(-2.2, -2.6, 1.75), fill: '#ffffff', opacity: 0.95 },
    { d: oval(2.2, 2.4, 0.8), fill: '#ffffff', opacity: 0.5 },
  ]
}

/** The rim of the lower lid and the fold above the upper one; neither moves. */
export function eyeRims(person: Person, side: EyeSide): Shape[] {
  const { inner, outer, lower } = curvesOf(person, side, 0)
  const { eyes, skin } = person
  const fold = curvesOf(person, side, -0.22 - eyes.crease * 0.25)
  const direction = directionOf(side)
  const shapes = [stroke(curve(outer, lower, inner), skin.deep, 1.1, 0.45)]
  if (eyes.crease > 0.05) {
    const from: Spot = [inner[0] + direction * 2.5, inner[1] - 4]
    const to: Spot = [outer[0] + direction * 1.5, outer[1] - 2.5]
    shapes.push(stroke(curve(from, fold.upper, to), skin.deep, 1.3, 0.3 + eyes.crease * 0.3))
  }
  return shapes
}

/** A brow as one tapered shape: full near the nose, thin at the temple. */
export function brow(person: Person, side: EyeSide): Shape[] {
  const { colour, thickness: t, arch, length, lift } = person.brows
  const direction = directionOf(side)
  const x = centreX(person, side)
  const y = EYE_Y - lift
  const at = (offset: number) => x + direction * offset
  const start = -length * 0.47
  const end = length * 0.55
  const d =
    path`M${at(start)} ${y + 2}C${at(start - 1.5)} ${y + 0.4 - t * 0.3} ${at(start + 4)} ${y - t * 0.55} ${at(start + 9)} ${y - t * 0.72 - arch * 0.3}` +
    path`C${at(0)} ${y - arch - t * 0.76} ${at(length * 0.2)} ${y - arch - t * 0.75} ${at(end)} ${y + 2.4 - arch * 0.1}` +
    path`C${at(length * 0.24)} ${y - arch + t * 0.2} ${at(0)} ${y - arch + t * 0.5} ${at(start)} ${y + 2}Z`
  const hairs = line(
    `${at(start + 2)},${y - t * 0.1} ${at(0)},${y - arch * 0.75 - t * 0.15} ${at(end * 0.7)},${y - arch * 0.6}`,
  )
  return [{ d, fill: colour, opacity: 0.92 }, stroke(hairs, colour, Math.max(t * 0.3, 1), 0.4)]
}
