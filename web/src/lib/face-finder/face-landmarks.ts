import { cutOut, inPicture, type Crop, type Pixels } from './crop.ts'
import type { FaceBox } from './detect-faces.ts'
import type { FlatModel } from './flat-model.ts'
import { runModel } from './run-model.ts'

export interface Landmarks {
  /** 468 places in the picture's pixels, numbered as in the canonical face model of MediaPipe. */
  points: readonly { x: number; y: number }[]
  /** 0…1: whether there is a face at all. */
  score: number
}

const SIDE = 192
/** Around the face, since the network was taught with so much of its surroundings. */
const ROOM = 1.5
const LEFT_EYE = 33
const RIGHT_EYE = 263

/** Face Mesh (Kartynnik et al., 2019), twice: the second look is at what the first has found, upright and centred. */
export function findLandmarks(model: FlatModel, picture: Pixels, face: FaceBox): Landmarks | null {
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
