import type { PhotoFace } from '#contract/photo-face.ts'
import { type Crop, cutOut, inPicture, type Pixels } from './crop.ts'
import { DETECTOR_SIDE_PX, detectFaces, type FaceBox, withoutDoubles } from './detect-faces.ts'
import type { FlatModel } from './flat-model.ts'
import { landmarksToFace } from './landmarks-to-face.ts'
import { runModel } from './run-model.ts'

interface Landmarks {
  /** 468 points in the picture's pixels, numbered as in MediaPipe's canonical face model. */
  points: readonly { x: number; y: number }[]
  /** The probability that there is a face at all, 0…1. */
  score: number
}

const SIDE = 192
/** The crop's size relative to the face, since the network was trained with that much of the surroundings. */
const ROOM = 1.5
const LEFT_EYE = 33
const RIGHT_EYE = 263

export interface FaceModels {
  detector: FlatModel
  mesh: FlatModel
}

export interface FoundFace {
  /** The largest face; null when none was found. */
  face: PhotoFace | null
  /** The number of faces found. */
  count: number
}

const SURE = 0.5
/**
 * The size of the crops that are searched one by one when the whole picture has shown no face, as a share of its
 * shorter side.
 */
const PART = 0.6
/** Faces smaller than this share of the largest belong to people in the background. */
const BACKGROUND = 0.35

/** Finds faces in a picture: first in the whole, then, for small faces, in parts of it. */
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

/**
 * Squares that overlap, so that every face is complete in one of them. A picture that the network has seen in its full
 * size has none: a face that it missed there is too small to be animated.
 */
function partsOf({ width, height }: Pixels): Crop[] {
  if (Math.max(width, height) <= DETECTOR_SIDE_PX) return []
  const size = Math.min(width, height) * PART
  const places = (length: number) => {
    const count = Math.max(2, Math.ceil((length - size) / (size * 0.6)) + 1)
    return Array.from({ length: count }, (_, index) => size / 2 + (index * (length - size)) / (count - 1))
  }
  return places(height).flatMap((y) => places(width).map((x) => ({ x, y, size, angle: 0 })))
}

/**
 * Face Mesh (Kartynnik et al., 2019), run twice: the second time on the face as found by the first, upright and
 * centred.
 */
function findLandmarks(model: FlatModel, picture: Pixels, face: FaceBox): Landmarks | null {
  const { leftEye, rightEye, centre, size } = face
  const first = look(model, picture, { ...centre, size: size * ROOM, angle: angleOf(leftEye, rightEye) })
  const around = first && cropAround(first)
  return around && look(model, picture, around)
}

function look(model: FlatModel, picture: Pixels, crop: Crop): Landmarks | null {
  const [places, sureness] = runModel(model, cutOut(picture, crop, SIDE, 0))
  if (places === undefined || sureness === undefined) return null
  const points = Array.from({ length: places.data.length / 3 }, (_, index) =>
    inPicture(crop, (places.data[index * 3] ?? 0) / SIDE, (places.data[index * 3 + 1] ?? 0) / SIDE),
  )
  return { points, score: 1 / (1 + Math.exp(-(sureness.data[0] ?? 0))) }
}

function cropAround({ points }: Landmarks): Crop | null {
  const left = points[LEFT_EYE]
  const right = points[RIGHT_EYE]
  if (left === undefined || right === undefined) return null
  const angle = angleOf(left, right)
  const turned = points.map(({ x, y }) => ({
    x: x * Math.cos(angle) + y * Math.sin(angle),
    y: y * Math.cos(angle) - x * Math.sin(angle),
  }))
  const [minX, maxX] = extent(turned.map(({ x }) => x))
  const [minY, maxY] = extent(turned.map(({ y }) => y))
  const middle = { x: (minX + maxX) / 2, y: (minY + maxY) / 2 }
  return {
    x: middle.x * Math.cos(angle) - middle.y * Math.sin(angle),
    y: middle.x * Math.sin(angle) + middle.y * Math.cos(angle),
    size: Math.max(maxX - minX, maxY - minY, 1) * ROOM,
    angle,
  }
}

function extent(numbers: readonly number[]): [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)]
}

function angleOf(from: { x: number; y: number }, to: { x: number; y: number }): number {
  return Math.atan2(to.y - from.y, to.x - from.x)
}
