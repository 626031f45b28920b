import type { PhotoFace } from '#contract/photo-face.ts'
import type { Crop, Pixels } from './crop.ts'
import { detectFaces, withoutDoubles } from './detect-faces.ts'
import { findLandmarks } from './face-landmarks.ts'
import type { FlatModel } from './flat-model.ts'
import { landmarksToFace } from './landmarks-to-face.ts'

export interface FaceModels {
  detector: FlatModel
  mesh: FlatModel
}

export interface FoundFace {
  /** The largest one; null where none was seen. */
  face: PhotoFace | null
  /** How many were seen in all. */
  count: number
}

const SURE = 0.5
/** In parts of the picture's shorter side: the crops searched one by one when no face is found in the whole. */
const PART = 0.6
/** Faces much smaller than the largest are of people in the background. */
const BACKGROUND = 0.35

/** Looks for faces in a picture: in all of it, then, for small ones, in its parts. */
export function findFace(models: FaceModels, picture: Pixels): FoundFace {
  for (const crops of [[wholeOf(picture)], partsOf(picture)]) {
    const boxes = withoutDoubles(crops.flatMap((crop) => detectFaces(models.detector, picture, crop, SURE)))
    const sorted = boxes.toSorted((a, b) => b.size - a.size)
    const largest = sorted[0]?.size ?? 0
    for (const box of sorted) {
      const landmarks = findLandmarks(models.mesh, picture, box)
      if (landmarks === null || landmarks.score < SURE) continue
      const face = landmarksToFace(landmarks.points, picture)
      if (face) return { face, count: sorted.filter(({ size }) => size > largest * BACKGROUND).length }
    }
  }
  return { face: null, count: 0 }
}

function wholeOf({ width, height }: Pixels): Crop {
  return { x: width / 2, y: height / 2, size: Math.max(width, height), angle: 0 }
}

/** Overlapping squares, so that each face is whole in one of them. */
function partsOf({ width, height }: Pixels): Crop[] {
  const size = Math.min(width, height) * PART
  const places = (length: number) => {
    const count = Math.max(2, Math.ceil((length - size) / (size * 0.6)) + 1)
    return Array.from({ length: count }, (_, index) => size / 2 + (index * (length - size)) / (count - 1))
  }
  return places(height).flatMap((y) => places(width).map((x) => ({ x, y, size, angle: 0 })))
}
