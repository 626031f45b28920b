import type { MouthPose } from '../pose.ts'
import type { MouthPlace } from './mouth-warp.ts'
import { between, clamp, smoothStep } from '../smooth.ts'

/** Red, green, blue, 0…255. */
export type Rgb = [number, number, number]

const DEEP: Rgb = [46, 16, 18]
const FLOOR: Rgb = [104, 44, 44]
const TONGUE: Rgb = [186, 98, 94]
const TEETH: Rgb = [236, 229, 219]
/** Height of the row of upper teeth, in half widths of the mouth. */
const TEETH_HEIGHT = 0.3
const TEETH_EACH_SIDE = 3.5

/**
 * Writes into `colour` what shows between the lips at one point of the gap. `light` is the photo's brightness, 1 for a
 * usual one.
 */
export function paintInside(pose: MouthPose, place: MouthPlace, v: number, light: number, colour: Rgb): Rgb {
  const { across, gapTop, gapBottom } = place
  const gap = Math.max(gapBottom - gapTop, 1e-4)
  const fromTop = (v - gapTop) / gap
  mixInto(colour, DEEP, FLOOR, smoothStep(fromTop) * 0.8)

  const tongueTop = 0.86 - 0.52 * pose.tongue
  const tongue =
    smoothStep((fromTop - tongueTop - 0.25 * across * across) * 5) * smoothStep((0.82 - Math.abs(across)) * 5)
  mixInto(colour, colour, TONGUE, tongue * (0.55 + 0.45 * pose.tongue))

  // Teeth that rest on the lower lip (f, v) fill the gap.
  const row = Math.max(Math.min(1, pose.teeth * 1.5) * Math.min(TEETH_HEIGHT, 0.55 * gap), pose.teeth > 0.95 ? gap : 0)
  if (row > 0) {
    const within = smoothStep((gapTop + row - v) / 0.035) * smoothStep((0.93 - Math.abs(across)) * 6)
    const fromTooth = Math.abs(((((across * TEETH_EACH_SIDE) % 1) + 1) % 1) - 0.5) * 2
    const shade = 1 - 0.5 * across * across - 0.1 * smoothStep((fromTooth - 0.86) / 0.14)
    TOOTH[0] = TEETH[0] * shade
    TOOTH[1] = TEETH[1] * shade
    TOOTH[2] = TEETH[2] * shade
    mixInto(colour, colour, TOOTH, within)
  }

  // The upper lip throws a shadow, and the mouth is darker towards its corners.
  const shadow = (1 - 0.42 * (1 - smoothStep((v - gapTop) / 0.12))) * (1 - 0.3 * across * across) * light
  colour[0] = clamp(colour[0] * shadow, 0, 255)
  colour[1] = clamp(colour[1] * shadow, 0, 255)
  colour[2] = clamp(colour[2] * shadow, 0, 255)
  return colour
}

const TOOTH: Rgb = [0, 0, 0]

function mixInto(target: Rgb, from: Rgb, to: Rgb, t: number): void {
  target[0] = between(from[0], to[0], t)
  target[1] = between(from[1], to[1], t)
  target[2] = between(from[2], to[2], t)
}
