import type { PhotoFace, PhotoPoint } from '#contract/photo-face.ts'
import { measureFace, middleOf } from '#portrait/photo/measure-face.ts'

/**
 * The position of a face in a picture, as a person marks it by hand. Positions are shares of the picture; sizes are in
 * its pixels.
 */

export interface PictureSize {
  width: number
  height: number
}

/** Left and right are the viewer's. This is also the keyboard's tab order. */
export const HANDLES = ['left-eye', 'right-eye', 'mouth-left', 'mouth-middle', 'mouth-right'] as const
export type Handle = (typeof HANDLES)[number]

export const HANDLE_NAMES: Record<Handle, string> = {
  'left-eye': 'Left eye',
  'right-eye': 'Right eye',
  'mouth-left': 'Left corner of the mouth',
  'mouth-middle': 'Middle of the mouth',
  'mouth-right': 'Right corner of the mouth',
}

export function placeOf({ eyes, mouth }: PhotoFace, handle: Handle): PhotoPoint {
  switch (handle) {
    case 'left-eye':
      return eyes.left
    case 'right-eye':
      return eyes.right
    case 'mouth-left':
      return mouth.left
    case 'mouth-middle':
      return seamOf(mouth)
    case 'mouth-right':
      return mouth.right
  }
}

/** Where the lips meet on the middle line: halfway between their inner edges, as far as these are known. */
function seamOf({ left, right, upperEdge, lowerEdge }: PhotoFace['mouth']): PhotoPoint {
  return middleOf(upperEdge ?? lowerEdge ?? left, lowerEdge ?? upperEdge ?? right)
}

/** Moves one point of a face. Lips and chin keep their shape and follow the corners of the mouth. */
export function moveHandle(face: PhotoFace, handle: Handle, to: PhotoPoint, size: PictureSize): PhotoFace {
  const place = { x: hold(to.x), y: hold(to.y) }
  const { eyes, mouth } = face
  switch (handle) {
    case 'left-eye':
      return { ...face, eyes: { ...eyes, left: { ...eyes.left, ...place } } }
    case 'right-eye':
      return { ...face, eyes: { ...eyes, right: { ...eyes.right, ...place } } }
    case 'mouth-left':
      return withCorners(face, place, mouth.right, size)
    case 'mouth-middle':
      return withSeam(face, place)
    case 'mouth-right':
      return withCorners(face, mouth.left, place, size)
  }
}

/** Lips with known edges keep their thickness. */
function withSeam(face: PhotoFace, place: PhotoPoint): PhotoFace {
  const { mouth } = face
  const from = seamOf(mouth)
  const carry = ({ x, y }: PhotoPoint) => ({ x: hold(x + place.x - from.x), y: hold(y + place.y - from.y) })
  return { ...face, mouth: { ...mouth, ...lipsMoved({ upperEdge: from, lowerEdge: from, ...mouth }, carry) } }
}

/**
 * Moves, rotates and scales the mouth and chin by a complex multiplication that maps the old corners to the new ones.
 */
function withCorners(face: PhotoFace, left: PhotoPoint, right: PhotoPoint, { width, height }: PictureSize): PhotoFace {
  const { mouth, chin } = face
  const from = { x: (mouth.right.x - mouth.left.x) * width, y: (mouth.right.y - mouth.left.y) * height }
  const to = { x: (right.x - left.x) * width, y: (right.y - left.y) * height }
  const length = from.x * from.x + from.y * from.y
  const turn =
    length < 1
      ? { x: 1, y: 0 }
      : { x: (to.x * from.x + to.y * from.y) / length, y: (to.y * from.x - to.x * from.y) / length }
  const carry = (point: PhotoPoint): PhotoPoint => {
    const x = (point.x - mouth.left.x) * width
    const y = (point.y - mouth.left.y) * height
    return {
      x: hold(left.x + (x * turn.x - y * turn.y) / width),
      y: hold(left.y + (x * turn.y + y * turn.x) / height),
    }
  }
  return { ...face, mouth: { left, right, ...lipsMoved(mouth, carry) }, ...(chin ? { chin: carry(chin) } : {}) }
}

const LIP_EDGES = ['upperTop', 'upperEdge', 'lowerEdge', 'lowerEnd'] as const

/** The edges of the lips, as far as they are known, each moved by the same function. */
function lipsMoved(mouth: PhotoFace['mouth'], move: (point: PhotoPoint) => PhotoPoint) {
  const known = LIP_EDGES.flatMap((name) => (mouth[name] ? [[name, move(mouth[name])] as const] : []))
  return Object.fromEntries(known)
}

function hold(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}

/**
 * The range for how far eyes are open, as a share of the distance between the eyes. People's are at about 0.18, those
 * of drawings higher.
 */
export const EYE_HEIGHT = { least: 0.06, most: 0.8 }

export function eyeHeightOf(face: PhotoFace, size: PictureSize): number {
  const { eyes, eyeDistance } = measureFace(face, size)
  return (eyes[0].halfHeight + eyes[1].halfHeight) / eyeDistance
}

/** Sets how far both eyes are open; the eyelids have to close over the same height. */
export function withEyeHeight(face: PhotoFace, height: number, size: PictureSize): PhotoFace {
  const { eyeDistance } = measureFace(face, size)
  const halfHeight = Math.min((height * eyeDistance) / 2 / size.height, 0.5)
  const { left, right } = face.eyes
  return { ...face, eyes: { left: { ...left, halfHeight }, right: { ...right, halfHeight } } }
}

/** Each eye in the view: its centre, its half axes and its tilt. */
export function eyesInView(face: PhotoFace, view: View, size: PictureSize) {
  const { eyes, eyesAlong } = measureFace(face, size)
  return eyes.map(({ centre, halfWidth, halfHeight }) => ({
    x: (centre.x - view.x) / view.side,
    y: (centre.y - view.y) / view.side,
    halfWidth: halfWidth / view.side,
    halfHeight: halfHeight / view.side,
    degrees: (Math.atan2(eyesAlong.y, eyesAlong.x) * 180) / Math.PI,
  }))
}

/** A typical position of a face, for pictures in which none was found. */
export function usualFaceIn(size: PictureSize): PhotoFace {
  const view = wholePicture(size)
  const at = (x: number, y: number) => fromView(view, { x, y }, size)
  return {
    eyes: { left: at(0.39, 0.41), right: at(0.61, 0.41) },
    // Wider than a person's mouth, so that each point can be grabbed.
    mouth: { left: at(0.36, 0.62), right: at(0.64, 0.62) },
  }
}

/** The square part of the picture that is shown, in the picture's pixels. It may extend beyond the picture. */
export interface View {
  x: number
  y: number
  side: number
}

export function wholePicture({ width, height }: PictureSize): View {
  const side = Math.max(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The side of the view, as a multiple of the extent of eyes and mouth: the head with some of its surroundings. */
const ROOM = 3.4

/** A close view of the face, never larger than the whole picture. */
export function viewAround(face: PhotoFace, size: PictureSize): View {
  const places = HANDLES.map((handle) => placeOf(face, handle))
  const xs = places.map(({ x }) => x * size.width)
  const ys = places.map(({ y }) => y * size.height)
  const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 8)
  const whole = wholePicture(size)
  const side = Math.min(extent * ROOM, whole.side)
  const middle = (numbers: number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2
  const within = (start: number, least: number) => Math.min(Math.max(start, least), least + whole.side - side)
  return { x: within(middle(xs) - side / 2, whole.x), y: within(middle(ys) - side / 2, whole.y), side }
}

/** Converts a position in the picture to shares of the view. */
export function inView(view: View, { x, y }: PhotoPoint, { width, height }: PictureSize): PhotoPoint {
  return { x: (x * width - view.x) / view.side, y: (y * height - view.y) / view.side }
}

/** Converts a position in the view to shares of the picture, limited to the picture's edges. */
export function fromView(view: View, { x, y }: PhotoPoint, { width, height }: PictureSize): PhotoPoint {
  return { x: hold((view.x + x * view.side) / width), y: hold((view.y + y * view.side) / height) }
}

/** CSS position and size of the whole picture in a square frame that shows the view. */
export function placeInView(view: View, { width, height }: PictureSize) {
  const percent = (length: number) => `${(length / view.side) * 100}%`
  return { width: percent(width), height: percent(height), left: percent(-view.x), top: percent(-view.y) }
}

const ARROWS: Readonly<Record<string, PhotoPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Steps by keyboard, as shares of the view. */
const STEP = 0.005
const LARGE_STEP = 0.03

/** The position after a key press, as shares of the view; null for keys that move nothing. */
export function steppedBy(key: string, isLarge: boolean, from: PhotoPoint): PhotoPoint | null {
  const arrow = ARROWS[key]
  const step = isLarge ? LARGE_STEP : STEP
  return arrow ? { x: from.x + arrow.x * step, y: from.y + arrow.y * step } : null
}
