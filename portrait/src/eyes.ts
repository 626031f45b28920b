import { line, oval, path } from './path.ts'
import type { Person } from './person.ts'
import type { Pose } from './pose.ts'
import type { Shape } from './shape.ts'
import { gradient, stroke } from './shape.ts'

export const EYE_SIDES = ['left', 'right'] as const

/** Seen from the viewer. */
export type EyeSide = (typeof EYE_SIDES)[number]

export const EYE_Y = 206

type Spot = readonly [x: number, y: number]

/** Two cubic curves between the corners; the upper goes from inner to outer, the lower back. */
interface EyeCurves {
  inner: Spot
  outer: Spot
  upper: readonly [Spot, Spot]
  lower: readonly [Spot, Spot]
}

function mix(from: Spot, to: Spot, t: number): Spot {
  return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]
}

function directionOf(side: EyeSide): 1 | -1 {
  return side === 'left' ? -1 : 1
}

function centreX(person: Person, side: EyeSide): number {
  return 200 + directionOf(side) * person.eyes.spread
}

function curvesOf(person: Person, side: EyeSide, lid: number): EyeCurves {
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

function curve(start: Spot, [one, two]: readonly [Spot, Spot], end: Spot): string {
  return path`M${start[0]} ${start[1]}C${one[0]} ${one[1]} ${two[0]} ${two[1]} ${end[0]} ${end[1]}`
}

function back([one, two]: readonly [Spot, Spot], end: Spot, raise = 0): string {
  return path`C${one[0]} ${one[1] - raise} ${two[0]} ${two[1] - raise} ${end[0]} ${end[1]}`
}

/** How far the upper lid has come down: it follows a blink, and a little the gaze. */
function lidOf(pose: Pose): number {
  const follows = pose.gaze.y > 0 ? pose.gaze.y * 0.22 : pose.gaze.y * 0.08
  return Math.min(Math.max(pose.blink + follows * (1 - pose.blink), -0.1), 1)
}

export interface EyeMotion {
  opening: string
  lid: string
  shade: string
  lash: string
  iris: string
  brow: string
}

/** Everything that moves in one eye and its brow. */
export function eyeMotion(person: Person, side: EyeSide, pose: Pose): EyeMotion {
  const { eyes } = person
  const direction = directionOf(side)
  const lid = lidOf(pose)
  const { inner, outer, upper, lower } = curvesOf(person, side, lid)
  const fold = curvesOf(person, side, -0.22 - eyes.crease * 0.25)
  const thickness = 1.5 + eyes.lashes * 1.3
  const wing: Spot = [
    outer[0] + direction * (1 + eyes.lashes * 2.2),
    outer[1] - 0.6 + lid * 1.6 - eyes.lashes * 1.1 * (1 - lid),
  ]
  const browLift = pose.brow * (pose.brow < 0 ? 3 : 5.5) - lid * 0.8
  const browTurn = direction * (pose.brow < 0 ? pose.brow * 3.5 : pose.brow * 1.6)
  return {
    opening: curve(inner, upper, outer) + back(lower, inner) + 'Z',
    lid: curve(inner, fold.upper, outer) + back([upper[1], upper[0]], inner) + 'Z',
    shade: curve(inner, upper, outer) + back([upper[1], upper[0]], inner, -5.5) + 'Z',
    lash:
      curve(inner, upper, outer) +
      path`L${wing[0]} ${wing[1]}` +
      back([[upper[1][0] + direction * 2, upper[1][1]], upper[0]], inner, thickness) +
      'Z',
    iris: path`translate(${centreX(person, side) + pose.gaze.x * 4.6} ${EYE_Y - 0.6 + pose.gaze.y * 2.6})`,
    brow: path`translate(0 ${-browLift}) rotate(${browTurn} ${centreX(person, side)} ${EYE_Y - person.brows.lift})`,
  }
}

/** The eyeball, drawn once inside the eye's opening. */
export function eyeball(person: Person, side: EyeSide): Shape[] {
  const x = centreX(person, side)
  const w = person.eyes.halfWidth + 3
  const caruncle = x - directionOf(side) * (person.eyes.halfWidth - 1)
  return [
    { d: oval(x, EYE_Y, w, 13), fill: gradient('down', '#d9d2cc', '#f6f2ec', '#efe8e1') },
    { d: oval(caruncle, EYE_Y + 2, 2.8, 2.4), fill: '#d79c8e', opacity: 0.75 },
  ]
}

/** Iris and pupil around the origin; the pose moves them. The highlight stays up left, where the light is. */
export function iris(person: Person): Shape[] {
  return [
    { d: oval(0, 0, 7.9), fill: '#2a201c' },
    {
      d: oval(0, 0, 7.1),
      fill: {
        along: 'radial',
        stops: [
          [0, person.eyes.iris],
          [0.7, person.eyes.iris],
          [1, '#2b211d'],
        ],
      },
    },
    {
      d: oval(0.6, 2.8, 4, 2.6),
      fill: {
        along: 'radial',
        stops: [
          [0, '#ffffff', 0.32],
          [1, '#ffffff', 0],
        ],
      },
    },
    { d: oval(0, 0, 3.1), fill: '#120d0c' },
    { d: oval(-2.2, -2.6, 1.75), fill: '#ffffff', opacity: 0.95 },
    { d: oval(2.2, 2.4, 0.8), fill: '#ffffff', opacity: 0.5 },
  ]
}

/** The lower rim and the fold, which stay where they are. */
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
  const hairs = line([
    [at(start + 2), y - t * 0.1],
    [at(0), y - arch * 0.75 - t * 0.15],
    [at(end * 0.7), y - arch * 0.6],
  ])
  return [{ d, fill: colour, opacity: 0.92 }, stroke(hairs, colour, Math.max(t * 0.3, 1), 0.4)]
}
