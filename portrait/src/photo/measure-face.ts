import type { PhotoFace, PhotoPoint } from '#contract/photo-face.ts'

export interface PhotoSize {
  width: number
  height: number
}

interface PixelPoint {
  x: number
  y: number
}

interface EyeMeasures {
  /** All lengths are in pixels. */
  centre: PixelPoint
  halfWidth: number
  halfHeight: number
}

/**
 * A face measured in the picture's pixels. Missing landmarks are estimated from the given ones by human proportions.
 */
export interface FaceMeasures {
  /** The point midway between the corners of the mouth. */
  mouth: PixelPoint
  /** Unit vectors: `along` from the left corner of the mouth to the right one, `down` at a right angle to it. */
  along: PixelPoint
  down: PixelPoint
  /** From the middle of the mouth to a corner. It is the unit for lips and chin. */
  mouthHalfWidth: number
  /**
   * Distances below the line through the corners, in half widths of the mouth: top of the upper lip, inner edge of the
   * upper lip, inner edge of the lower lip, bottom of the lower lip.
   */
  lips: { top: number; upperEdge: number; lowerEdge: number; end: number }
  /** Distance of the chin below the same line, in half widths. */
  chin: number
  eyes: readonly [EyeMeasures, EyeMeasures]
  /** The unit vectors for the eyes, like `along` and `down`. */
  eyesAlong: PixelPoint
  eyesDown: PixelPoint
  /** Distance between the middles of the eyes. */
  eyeDistance: number
}

/** Defaults for lips without landmarks, in half widths of the mouth. */
const USUAL_LIPS = { top: -0.3, edge: 0, end: 0.38 }
const USUAL_CHIN = 1.35
/**
 * Defaults in shares of the distance between the eyes. Only drawings and animals come without measured eyes, and theirs
 * are rounder than a person's.
 */
const USUAL_EYE = { halfWidth: 0.24, halfHeight: 0.16 }
const SHORTEST_PX = 2

/** The position of a face in a typical portrait photo. */
export const USUAL_FACE: PhotoFace = {
  eyes: { left: { x: 0.39, y: 0.41 }, right: { x: 0.61, y: 0.41 } },
  mouth: { left: { x: 0.42, y: 0.62 }, right: { x: 0.58, y: 0.62 } },
}

export function measureFace(face: PhotoFace, { width, height }: PhotoSize): FaceMeasures {
  const toPixels = ({ x, y }: PhotoPoint): PixelPoint => ({ x: x * width, y: y * height })
  const left = toPixels(face.mouth.left)
  const right = toPixels(face.mouth.right)
  const mouth = middleOf(left, right)
  const along = direction(left, right)
  const down = { x: -along.y, y: along.x }
  const mouthHalfWidth = Math.max(distance(left, right) / 2, SHORTEST_PX)
  const depth = (point: PhotoPoint | undefined): number | undefined => {
    if (!point) return undefined
    const { x, y } = toPixels(point)
    return ((x - mouth.x) * down.x + (y - mouth.y) * down.y) / mouthHalfWidth
  }

  const { upperTop, upperEdge, lowerEdge, lowerEnd } = face.mouth
  const edge = depth(upperEdge) ?? depth(lowerEdge) ?? USUAL_LIPS.edge
  const otherEdge = depth(lowerEdge) ?? edge
  const end = Math.max(depth(lowerEnd) ?? otherEdge + USUAL_LIPS.end, otherEdge + 0.08)
  const eyeLeft = toPixels(face.eyes.left)
  const eyeRight = toPixels(face.eyes.right)
  const eyesAlong = direction(eyeLeft, eyeRight)
  const eyeDistance = Math.max(distance(eyeLeft, eyeRight), SHORTEST_PX)
  const eye = (centre: PixelPoint, given: PhotoFace['eyes']['left']): EyeMeasures => ({
    centre,
    halfWidth: Math.max(given.halfWidth ? given.halfWidth * width : USUAL_EYE.halfWidth * eyeDistance, SHORTEST_PX),
    halfHeight: Math.max(given.halfHeight ? given.halfHeight * height : USUAL_EYE.halfHeight * eyeDistance, 1),
  })

  return {
    mouth,
    along,
    down,
    mouthHalfWidth,
    lips: {
      top: Math.min(depth(upperTop) ?? edge + USUAL_LIPS.top, edge - 0.08),
      upperEdge: Math.min(edge, otherEdge),
      lowerEdge: Math.max(edge, otherEdge),
      end,
    },
    chin: Math.max(depth(face.chin) ?? USUAL_CHIN, end + 0.3),
    eyes: [eye(eyeLeft, face.eyes.left), eye(eyeRight, face.eyes.right)],
    eyesAlong,
    eyesDown: { x: -eyesAlong.y, y: eyesAlong.x },
    eyeDistance,
  }
}

export function middleOf(a: PixelPoint, b: PixelPoint): PixelPoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

export function distance(a: PixelPoint, b: PixelPoint): number {
  return Math.hypot(b.x - a.x, b.y - a.y)
}

/** The unit vector from left to right, even if the two points were given in reverse. */
function direction(from: PixelPoint, to: PixelPoint): PixelPoint {
  const length = distance(from, to)
  if (length < SHORTEST_PX) return { x: 1, y: 0 }
  const sign = to.x < from.x ? -1 : 1
  return { x: (sign * (to.x - from.x)) / length, y: (sign * (to.y - from.y)) / length }
}
