import type { Pose } from '../pose.ts'
import { distance, middleOf, type FaceMeasures, type PhotoSize } from './measure-face.ts'
import { smoothStep } from '../smooth.ts'

/** The offset from a pixel of the output to its source in the photo, as a linear map of the pixel's coordinates. */
interface HeadPlacing {
  xx: number
  xy: number
  x: number
  yx: number
  yy: number
  y: number
}

/** The largest lean. A photo has no back of the head, which a stronger lean would have to show. */
const LEAN_DEGREES = 1.7
/** The largest nod, as a share of the distance between the eyes. */
const NOD = 0.028

export function placeHead(face: FaceMeasures, pose: Pose): HeadPlacing {
  const angle = (-pose.tilt * LEAN_DEGREES * Math.PI) / 180
  const sin = Math.sin(angle)
  const cosLess = Math.cos(angle) - 1
  // The head turns about the top of the neck.
  const pivot = chinOf(face)
  const nod = pose.brow * NOD * face.eyeDistance
  return {
    xx: cosLess,
    xy: -sin,
    x: -cosLess * pivot.x + sin * pivot.y,
    yx: sin,
    yy: cosLess,
    y: -sin * pivot.x - cosLess * pivot.y + nod,
  }
}

function chinOf({ mouth, down, mouthHalfWidth, chin }: FaceMeasures) {
  return { x: mouth.x + down.x * mouthHalfWidth * chin, y: mouth.y + down.y * mouthHalfWidth * chin }
}

/**
 * How much each pixel moves with the head: 1 in the face, less around it, 0 at the picture's edge. A pixel far from the
 * face has 0 and never changes.
 */
export function headWeights(face: FaceMeasures, { width, height }: PhotoSize): Float32Array<ArrayBuffer> {
  const weights = new Float32Array(width * height)
  const eyes = middleOf(face.eyes[0].centre, face.eyes[1].centre)
  const chin = chinOf(face)
  const length = Math.max(distance(eyes, chin), 2)
  const upX = (eyes.x - chin.x) / length
  const upY = (eyes.y - chin.y) / length
  const centreX = eyes.x + (chin.x - eyes.x) * 0.35
  const centreY = eyes.y + (chin.y - eyes.y) * 0.35
  const tall = Math.max(length * 1.15, face.eyeDistance * 1.4)
  const broad = Math.max(tall * 0.8, face.eyeDistance * 1.3)
  const rim = Math.max(Math.min(width, height) * 0.06, 1)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dx = x - centreX
      const dy = y - centreY
      const high = (dx * upX + dy * upY) / tall
      const aside = (dx * -upY + dy * upX) / broad
      const near = 1 - smoothStep((Math.sqrt(high * high + aside * aside) - 1) / 0.9)
      // Never 0 near the face: the mouth may move pixels right at the edge, and pixels of weight 0 are copied
      // unchanged.
      const edge = Math.max(smoothStep(Math.min(x, y, width - 1 - x, height - 1 - y) / rim), 1e-3)
      weights[y * width + x] = near * edge
    }
  }
  return weights
}
