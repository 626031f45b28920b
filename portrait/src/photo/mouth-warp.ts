import type { MouthPose } from '../pose.ts'
import type { FaceMeasures } from './measure-face.ts'
import { between, clamp, smoothStep } from '../smooth.ts'

/** The lips in one pose, in half widths of the mouth. */
export interface MouthShapeNow {
  /** Height of the seam, where the lips meet, at the middle of the mouth. */
  seam: number
  /**
   * Distance from the seam to the inner edge of each lip: `upper` and `lower` in this pose, `ownUpper` and `ownLower`
   * in the photo.
   */
  upper: number
  lower: number
  ownUpper: number
  ownLower: number
  /** Width of the mouth relative to the photo's. */
  width: number
  /** 0…1: lips pressed together. */
  press: number
  lipHeight: number
  chin: number
}

/** Height of the widest gap between the lips, in half widths of the mouth. */
const WIDEST_GAPE = 0.62
/** The upper lip's share of a gap; the lower lip and the jaw give the rest. */
const UPPER_SHARE = 0.2
const WIDER = 0.1
const NARROWER = 0.26
/** How far from the middle of the mouth the cheeks move with it, in half widths. */
const REACH = 2.3
const UPPER_REACH = 0.95

export function shapeMouth(face: FaceMeasures, pose: MouthPose): MouthShapeNow {
  const { lips, chin } = face
  const seam = (lips.upperEdge + lips.lowerEdge) / 2
  const gape = Math.max(pose.open, 0) * WIDEST_GAPE
  return {
    seam,
    upper: gape * UPPER_SHARE,
    lower: gape * (1 - UPPER_SHARE),
    ownUpper: seam - lips.upperEdge,
    ownLower: lips.lowerEdge - seam,
    width: 1 + WIDER * pose.wide - NARROWER * pose.round,
    press: clamp(-pose.open, 0, 1),
    lipHeight: Math.min(lips.upperEdge - lips.top, lips.end - lips.lowerEdge),
    chin,
  }
}

/** The height of the gap relative to its middle; `u` is 0 in the middle and ±1 at the corners. */
function gapProfile(u: number): number {
  const rest = 1 - u * u
  return rest > 0 ? rest ** 0.6 : 0
}

/**
 * Which place of the photo shows at a place of the moving face (`u`, `v`). All lengths are in half widths of the mouth.
 */
export interface MouthPlace {
  u: number
  v: number
  /** Distance to the nearer lip, for a place between the lips; negative outside the gap. */
  inside: number
  /** `across` runs from −1 to 1 between the corners; `gapTop` and `gapBottom` are the edges of the gap there. */
  across: number
  gapTop: number
  gapBottom: number
}

export function reachOfMouth({ chin }: MouthShapeNow): { beside: number; above: number; below: number } {
  return { beside: REACH + 0.1, above: -1.6, below: chin * 2.1 }
}

/** Fills in `place` and returns it, instead of making an object for every pixel of every frame. */
export function findInPhoto(shape: MouthShapeNow, u: number, v: number, place: MouthPlace): MouthPlace {
  const high = (v - shape.seam) / 1.5
  // Not Math.hypot, which is ten times as slow.
  const far = Math.sqrt((u * u) / (REACH * REACH) + high * high)
  const width = 1 + (shape.width - 1) * (1 - smoothStep(far))
  const across = u / width
  const profile = gapProfile(across)
  const seam = Math.abs(across) < 1 ? shape.seam * (1 - across * across) : 0
  const gapTop = seam - shape.upper * profile
  const gapBottom = seam + shape.lower * profile
  place.across = across
  place.u = across
  place.gapTop = gapTop
  place.gapBottom = gapBottom
  place.inside = profile > 0 ? Math.min(v - gapTop, gapBottom - v) : -1
  if (v <= (gapTop + gapBottom) / 2) {
    const away = Math.max(gapTop - v, 0)
    const opened = (shape.upper - shape.ownUpper) * profile * (1 - smoothStep(away / UPPER_REACH))
    place.v = Math.min(v, gapTop) + opened - pressed(shape, away, profile)
  } else {
    const away = Math.max(v - gapBottom, 0)
    place.v = Math.max(v, gapBottom) - lowered(shape, u, away, profile) + pressed(shape, away, profile)
  }
  return place
}

/**
 * How much lower this place is than in the photo: the lip follows the gap, the chin follows the jaw, the neck stays.
 */
function lowered(shape: MouthShapeNow, u: number, away: number, profile: number): number {
  const lip = (shape.lower - shape.ownLower) * profile
  const jaw = shape.lower * 0.86 * (1 - smoothStep(Math.abs(u) / REACH))
  const chinAway = Math.max(shape.chin - shape.seam, 0.4)
  const stays = smoothStep((away - 0.75 * chinAway) / (0.9 * chinAway))
  return between(lip, jaw, smoothStep(away / (0.75 * chinAway))) * (1 - stays)
}

/** The shift that makes pressed lips thinner. The line where they meet stays in place. */
function pressed(shape: MouthShapeNow, away: number, profile: number): number {
  if (shape.press === 0) return 0
  const height = Math.max(shape.lipHeight, 0.1)
  const lip = smoothStep(away / (0.5 * height)) * (1 - smoothStep(away / (2.4 * height)))
  return shape.press * 0.46 * height * profile * lip
}
