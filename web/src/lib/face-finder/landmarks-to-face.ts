import type { PhotoFace, PhotoPoint } from '#contract/photo-face.ts'
import { distance, middleOf } from '#portrait/photo/measure-face.ts'
import { clamp } from '#portrait/smooth.ts'

/** The numbers of the landmarks that are used, of the 468. Left and right are the viewer's. */
const PLACES = {
  eyes: {
    left: { outer: 33, inner: 133, top: 159, bottom: 145 },
    right: { outer: 263, inner: 362, top: 386, bottom: 374 },
  },
  mouth: { left: 61, right: 291, upperTop: 0, upperEdge: 13, lowerEdge: 14, lowerEnd: 17 },
  chin: 152,
} as const

const LANDMARKS = 468

/**
 * Converts landmarks, in the pixels of a picture of this size, to the position of a face. Null when landmarks are
 * missing.
 */
export function landmarksToFace(
  points: readonly PhotoPoint[],
  { width, height }: { width: number; height: number },
): PhotoFace | null {
  if (points.length < LANDMARKS) return null
  const at = (index: number): PhotoPoint => points[index] ?? { x: 0, y: 0 }
  // A head may extend beyond the picture, but positions must be inside.
  const share = ({ x, y }: PhotoPoint): PhotoPoint => ({ x: clamp(x / width, 0, 1), y: clamp(y / height, 0, 1) })
  const eye = ({ outer, inner, top, bottom }: Record<'outer' | 'inner' | 'top' | 'bottom', number>) => {
    const middle = middleOf(middleOf(at(outer), at(inner)), middleOf(at(top), at(bottom)))
    return {
      ...share(middle),
      halfWidth: halfOf(distance(at(outer), at(inner)), width),
      halfHeight: halfOf(distance(at(top), at(bottom)), height),
    }
  }
  const { mouth } = PLACES
  return {
    eyes: { left: eye(PLACES.eyes.left), right: eye(PLACES.eyes.right) },
    mouth: {
      left: share(at(mouth.left)),
      right: share(at(mouth.right)),
      upperTop: share(at(mouth.upperTop)),
      upperEdge: share(at(mouth.upperEdge)),
      lowerEdge: share(at(mouth.lowerEdge)),
      lowerEnd: share(at(mouth.lowerEnd)),
    },
    chin: share(at(PLACES.chin)),
  }
}

function halfOf(length: number, side: number): number {
  return clamp(length / 2 / side, 0.002, 0.5)
}
