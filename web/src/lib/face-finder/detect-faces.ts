import { cutOut, inPicture, type Crop, type Pixels } from './crop.ts'
import type { FlatModel } from './flat-model.ts'
import { runModel } from './run-model.ts'

/** The rough position of a face, in the picture's pixels. */
export interface FaceBox {
  /** The network's confidence, 0…1. */
  score: number
  centre: { x: number; y: number }
  size: number
  /** Left and right are the viewer's. */
  leftEye: { x: number; y: number }
  rightEye: { x: number; y: number }
}

/** The side of the square that the network takes. */
export const DETECTOR_SIDE_PX = 128
/**
 * The grids of positions at which the network looks for faces: `along` positions per side, with `each` candidates at
 * each.
 */
const GRIDS = [
  { along: 16, each: 2 },
  { along: 8, each: 6 },
]
const ANCHORS = GRIDS.flatMap(({ along, each }) =>
  Array.from({ length: along * along * each }, (_, index) => {
    const place = Math.floor(index / each)
    return { x: ((place % along) + 0.5) / along, y: (Math.floor(place / along) + 0.5) / along }
  }),
)
/** The numbers for each candidate: centre, size, and six points, of which the eyes come first. */
const NUMBERS_EACH = 16
/** Two boxes that overlap by a larger share than this are the same face. */
const SAME_FACE = 0.3

/**
 * BlazeFace (Bazarevsky et al., 2019): finds all faces in a square part of a picture, the most certain first. It misses
 * faces that are much smaller than the part.
 */
export function detectFaces(model: FlatModel, picture: Pixels, crop: Crop, minScore: number): FaceBox[] {
  const [boxes, scores] = runModel(model, cutOut(picture, crop, DETECTOR_SIDE_PX, -1))
  if (boxes === undefined || scores === undefined) return []
  const found = ANCHORS.flatMap((anchor, index): FaceBox[] => {
    const score = 1 / (1 + Math.exp(-(scores.data[index] ?? 0)))
    if (score < minScore) return []
    const point = (at: number) =>
      inPicture(
        crop,
        anchor.x + (boxes.data[index * NUMBERS_EACH + at] ?? 0) / DETECTOR_SIDE_PX,
        anchor.y + (boxes.data[index * NUMBERS_EACH + at + 1] ?? 0) / DETECTOR_SIDE_PX,
      )
    const width = boxes.data[index * NUMBERS_EACH + 2] ?? 0
    const height = boxes.data[index * NUMBERS_EACH + 3] ?? 0
    const size = (Math.max(width, height) / DETECTOR_SIDE_PX) * crop.size
    return [{ score, centre: point(0), size, leftEye: point(4), rightEye: point(6) }]
  })
  return withoutDoubles(found)
}

/** Keeps only the most certain of several overlapping boxes. */
export function withoutDoubles(boxes: readonly FaceBox[]): FaceBox[] {
  const kept: FaceBox[] = []
  for (const box of boxes.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(box, other) < SAME_FACE)) kept.push(box)
  }
  return kept
}

function overlap(a: FaceBox, b: FaceBox): number {
  const reach = (a.size + b.size) / 2
  const across = Math.min(reach - Math.abs(a.centre.x - b.centre.x), a.size, b.size)
  const down = Math.min(reach - Math.abs(a.centre.y - b.centre.y), a.size, b.size)
  if (across <= 0 || down <= 0) return 0
  return (across * down) / (a.size * a.size + b.size * b.size - across * down)
}
