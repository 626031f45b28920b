import { path } from './path.ts'
import type { Measures } from './person.ts'
import type { MovingParts, Pose } from './pose.ts'
import { between, clamp } from './smooth.ts'

export const EYE_SIDES = ['left', 'right'] as const

/** Left and right are the viewer's. */
export type EyeSide = (typeof EYE_SIDES)[number]

export const EYE_Y = 206

export type Spot = readonly [x: number, y: number]

/** Two cubic curves between the corners; the upper goes from inner to outer, the lower back. */
interface EyeCurves {
  inner: Spot
  outer: Spot
  upper: readonly [Spot, Spot]
  lower: readonly [Spot, Spot]
}

function mix(from: Spot, to: Spot, t: number): Spot {
  return [between(from[0], to[0], t), between(from[1], to[1], t)]
}

export function directionOf(side: EyeSide): 1 | -1 {
  return side === 'left' ? -1 : 1
}

export function centreX(person: Measures, side: EyeSide): number {
  return 200 + directionOf(side) * person.eyes.spread
}

export function curvesOf(person: Measures, side: EyeSide, lid: number): EyeCurves {
  const { open, slant } = person.eyes
  const cheek = person.mouth.smile * 0.26
  const w = person.eyes.halfWidth + 0.9
  const direction = directionOf(side)
  const x = centreX(person, side)
  const inner: Spot = [x - direction * w, EYE_Y + 2]
  const outer: Spot = [x + direction * w, EYE_Y - slant]
  const upperOpen = [
    [inner[0] + direction * w * 0.36, EYE_Y - 8.7 * open],
    [outer[0] - direction * w * 0.62, EYE_Y - 10.8 * open - slant * 0.4],
  ] as const
  const lower = [
    [outer[0] - direction * w * 0.3, EYE_Y + 7 - cheek - slant * 0.3],
    [inner[0] + direction * w * 0.62, EYE_Y + 8.7 - cheek],
  ] as const
  const shutAt = Math.min(lid, 1) * 0.94
  return {
    inner,
    outer,
    upper: [mix(upperOpen[0], lower[1], shutAt), mix(upperOpen[1], lower[0], shutAt)],
    lower,
  }
}

export function curve(start: Spot, [one, two]: readonly [Spot, Spot], end: Spot): string {
  return path`M${start[0]} ${start[1]}C${one[0]} ${one[1]} ${two[0]} ${two[1]} ${end[0]} ${end[1]}`
}

function back([one, two]: readonly [Spot, Spot], end: Spot, raise = 0): string {
  return path`C${one[0]} ${one[1] - raise} ${two[0]} ${two[1] - raise} ${end[0]} ${end[1]}`
}

/** How far the upper lid has come down: it closes in a blink and follows the gaze a little. */
function lidOf(pose: Pose): number {
  const follows = pose.gaze.y > 0 ? pose.gaze.y * 0.22 : pose.gaze.y * 0.08
  return clamp(pose.blink + follows * (1 - pose.blink), -0.1, 1)
}

/** One eye and its brow. */
export function eyeParts(person: Measures, side: EyeSide, pose: Pose): MovingParts {
  const { eyes } = person
  const direction = directionOf(side)
  const lid = lidOf(pose)
  const { inner, outer, upper, lower } = curvesOf(person, side, lid)
  const fold = curvesOf(person, side, -0.22 - eyes.crease * 0.25)
  const thickness = 1.5 + eyes.lashes[0] * 1.3
  const wing: Spot = [
    outer[0] + direction * (1 + eyes.lashes[0] * 2.2),
    outer[1] - 0.6 + lid * 1.6 - eyes.lashes[0] * 1.1 * (1 - lid),
  ]
  const browLift = pose.brow * (pose.brow < 0 ? 3 : 5.5) - lid * 0.8
  const browTurn = direction * (pose.brow < 0 ? pose.brow * 3.5 : pose.brow * 1.6)
  const opening = curve(inner, upper, outer)
  return {
    [`eye-${side}-clip`]: { d: opening + back(lower, inner) + 'Z' },
    [`eye-${side}-lid`]: { d: curve(inner, fold.upper, outer) + back([upper[1], upper[0]], inner) + 'Z' },
    [`eye-${side}-shade`]: { d: opening + back([upper[1], upper[0]], inner, -5.5) + 'Z' },
    [`eye-${side}-lash`]: {
      d:
        opening +
        path`L${wing[0]} ${wing[1]}` +
        back([[upper[1][0] + direction * 2, upper[1][1]], upper[0]], inner, thickness) +
        'Z',
    },
    [`eye-${side}-iris`]: {
      transform: path`translate(${centreX(person, side) + pose.gaze.x * 4.6} ${EYE_Y - 0.6 + pose.gaze.y * 2.6})`,
    },
    [`brow-${side}`]: {
      transform: path`translate(0 ${-browLift}) rotate(${browTurn} ${centreX(person, side)} ${EYE_Y - person.brows.lift})`,
    },
  }
}
