import type { PhotoFace, PhotoPoint } from '#contract/photo-face.ts'
import { measureFace } from '#portrait/photo/measure-face.ts'

/** Where in a picture a face is, as a person moves it by hand. Places are shares of the picture, sizes are its pixels. */

export interface PictureSize {
  width: number
  height: number
}

/** Left and right as the viewer sees them; the order in which the keyboard comes to them. */
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

/** Where the lips meet on the middle line, or halfway between them. */
function seamOf({ left, right, upperEdge, lowerEdge }: PhotoFace['mouth']): PhotoPoint {
  return middleOf(upperEdge ?? lowerEdge ?? left, lowerEdge ?? upperEdge ?? right)
}

function middleOf(a: PhotoPoint, b: PhotoPoint): PhotoPoint {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** The face with one place elsewhere. Lips and chin go along with the corners of the mouth: they keep their shape. */
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

/** Lips that are known keep their thickness. */
function withSeam(face: PhotoFace, place: PhotoPoint): PhotoFace {
  const { mouth } = face
  const { upperTop, upperEdge = seamOf(mouth), lowerEdge = seamOf(mouth), lowerEnd } = mouth
  const from = seamOf(mouth)
  const carry = ({ x, y }: PhotoPoint) => ({ x: hold(x + place.x - from.x), y: hold(y + place.y - from.y) })
  return {
    ...face,
    mouth: {
      ...mouth,
      ...(upperTop ? { upperTop: carry(upperTop) } : {}),
      upperEdge: carry(upperEdge),
      lowerEdge: carry(lowerEdge),
      ...(lowerEnd ? { lowerEnd: carry(lowerEnd) } : {}),
    },
  }
}

/** Turned, moved and scaled, as complex numbers do it: what was at the old corners is at the new ones. */
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
  const { upperTop, upperEdge, lowerEdge, lowerEnd } = mouth
  return {
    ...face,
    mouth: {
      left,
      right,
      ...(upperTop ? { upperTop: carry(upperTop) } : {}),
      ...(upperEdge ? { upperEdge: carry(upperEdge) } : {}),
      ...(lowerEdge ? { lowerEdge: carry(lowerEdge) } : {}),
      ...(lowerEnd ? { lowerEnd: carry(lowerEnd) } : {}),
    },
    ...(chin ? { chin: carry(chin) } : {}),
  }
}

function hold(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}

/** How high the eyes stand open, of the distance between them: people's some 0.18, those of drawings more. */
export const EYE_HEIGHT = { least: 0.06, most: 0.8 }

export function eyeHeightOf(face: PhotoFace, size: PictureSize): number {
  const { eyes, eyeDistance } = measureFace(face, size)
  return (eyes[0].halfHeight + eyes[1].halfHeight) / eyeDistance
}

/** Both eyes as high as a person says. What closes over them is as high. */
export function withEyeHeight(face: PhotoFace, height: number, size: PictureSize): PhotoFace {
  const { eyeDistance } = measureFace(face, size)
  const halfHeight = Math.min((height * eyeDistance) / 2 / size.height, 0.5)
  const { left, right } = face.eyes
  return { ...face, eyes: { left: { ...left, halfHeight }, right: { ...right, halfHeight } } }
}

/** Each eye in what is looked at: its middle, its half axes, and how far it leans. */
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

/** Where a face would be, for pictures in which none was found. */
export function usualFaceIn(size: PictureSize): PhotoFace {
  const view = wholePicture(size)
  const at = (x: number, y: number) => fromView(view, { x, y }, size)
  return {
    eyes: { left: at(0.39, 0.41), right: at(0.61, 0.41) },
    // Wider than people's, so that each point can be taken hold of.
    mouth: { left: at(0.36, 0.62), right: at(0.64, 0.62) },
  }
}

/** A square part of the picture that is looked at, in its pixels; it may reach beyond. */
export interface View {
  x: number
  y: number
  side: number
}

export function wholePicture({ width, height }: PictureSize): View {
  const side = Math.max(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** Room around eyes and mouth, in their own extent: the head, and some of what is around it. */
const ROOM = 3.4

/** The face, large. Never more than the whole picture. */
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

/** A place of the picture as a share of what is looked at. */
export function inView(view: View, { x, y }: PhotoPoint, { width, height }: PictureSize): PhotoPoint {
  return { x: (x * width - view.x) / view.side, y: (y * height - view.y) / view.side }
}

/** And back; what lies beyond the picture is held at its edge. */
export function fromView(view: View, { x, y }: PhotoPoint, { width, height }: PictureSize): PhotoPoint {
  return { x: hold((view.x + x * view.side) / width), y: hold((view.y + y * view.side) / height) }
}

/** The whole picture's place and size in a square frame that shows the view, as styles of an element in it. */
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
/** Of what is looked at. */
const STEP = 0.005
const LARGE_STEP = 0.03

/** Where a key takes a place that is looked at; null for keys that move nothing. */
export function steppedBy(key: string, isLarge: boolean, from: PhotoPoint): PhotoPoint | null {
  const arrow = ARROWS[key]
  const step = isLarge ? LARGE_STEP : STEP
  return arrow ? { x: from.x + arrow.x * step, y: from.y + arrow.y * step } : null
}
