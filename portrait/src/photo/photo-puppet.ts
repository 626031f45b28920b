import type { PhotoFace } from '#contract/photo-face.ts'
import type { MouthPose, Pose } from '../pose.ts'
import { EYE_REACH, findLid, type LidPlace } from './eye-warp.ts'
import { headWeights, placeHead } from './head-sway.ts'
import { measureFace, type FaceMeasures, type PhotoSize } from './measure-face.ts'
import { paintInside, type Rgb } from './mouth-inside.ts'
import { findInPhoto, reachOfMouth, shapeMouth, type MouthPlace, type MouthShapeNow } from './mouth-warp.ts'
import { between, clamp } from '../smooth.ts'

/** A closed lid is a little darker than the cheek whose skin it is painted with. */
const LID_SHADE = 0.94

/** Red, green, blue and opacity of each pixel, row by row, like a canvas's ImageData. */
export interface PhotoPixels extends PhotoSize {
  data: Uint8ClampedArray<ArrayBuffer> | Uint8Array<ArrayBuffer>
}

/** A talking photo: its mouth follows a pose, its eyes blink, its head moves a little. */
export type PhotoPuppet = ReturnType<typeof createPhotoPuppet>

/**
 * Makes a puppet of a photo by arithmetic on pixels alone, so that a page and a video show the same. The photo's pixels
 * are kept, not copied: do not change them afterwards.
 */
export function createPhotoPuppet(photo: PhotoPixels, given: PhotoFace) {
  const { width, height, data } = photo
  const face = measureFace(given, photo)
  const weights = headWeights(face, photo)
  const light = lightOf(photo, face)
  const sample = createSampler(photo)
  const place: MouthPlace = { u: 0, v: 0, inside: -1, across: 0, gapTop: 0, gapBottom: 0 }
  const lidPlace: LidPlace = { skinQ: 0, cover: 0, lash: 0 }
  const colour: Rgb = [0, 0, 0]
  const skin: Rgb = [0, 0, 0]

  return {
    width,
    height,
    /** Writes the picture in this pose over all of `into`, which must have the photo's size. */
    draw(pose: Pose, into: PhotoPixels['data']): void {
      const shape = shapeMouth(face, pose.mouth)
      const head = placeHead(face, pose)
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          const index = y * width + x
          const at = index * 4
          const weight = weights[index] ?? 0
          if (weight === 0) {
            into[at] = data[at] ?? 0
            into[at + 1] = data[at + 1] ?? 0
            into[at + 2] = data[at + 2] ?? 0
          } else {
            const fromX = x + (head.xx * x + head.xy * y + head.x) * weight
            const fromY = y + (head.yx * x + head.yy * y + head.y) * weight
            paint(pose.mouth, shape, pose.blink, fromX, fromY)
            into[at] = colour[0]
            into[at + 1] = colour[1]
            into[at + 2] = colour[2]
          }
          into[at + 3] = 255
        }
      }
    },
  }

  /** Writes into `colour` what the upright head shows at one place. */
  function paint(mouth: MouthPose, shape: MouthShapeNow, blink: number, x: number, y: number): void {
    if (blink > 0) {
      for (const eye of face.eyes) {
        const ex = x - eye.centre.x
        const ey = y - eye.centre.y
        const p = (ex * face.eyesAlong.x + ey * face.eyesAlong.y) / eye.halfWidth
        const q = (ex * face.eyesDown.x + ey * face.eyesDown.y) / eye.halfHeight
        if (Math.abs(p) < EYE_REACH.beside && q > EYE_REACH.above && q < EYE_REACH.below) {
          findLid(blink, p, q, eye.halfHeight / eye.halfWidth, lidPlace)
          sample(x, y, colour)
          paintLid(eye.halfHeight, x, y, q)
          return
        }
      }
    }
    const dx = x - face.mouth.x
    const dy = y - face.mouth.y
    const u = (dx * face.along.x + dy * face.along.y) / face.mouthHalfWidth
    const v = (dx * face.down.x + dy * face.down.y) / face.mouthHalfWidth
    const reach = reachOfMouth(shape)
    if (Math.abs(u) < reach.beside && v > reach.above && v < reach.below) paintMouth(mouth, shape, u, v)
    else sample(x, y, colour)
  }

  /** Paints the lid and lashes of `lidPlace` over `colour`. */
  function paintLid(halfHeight: number, x: number, y: number, q: number): void {
    const { skinQ, cover, lash } = lidPlace
    if (cover > 0) {
      const down = (skinQ - q) * halfHeight
      sample(x + face.eyesDown.x * down, y + face.eyesDown.y * down, skin)
    }
    const dim = 1 - 0.62 * lash
    for (let channel = 0; channel < 3; channel += 1) {
      colour[channel] = between(colour[channel] ?? 0, (skin[channel] ?? 0) * LID_SHADE, cover) * dim
    }
  }

  function paintMouth(mouth: MouthPose, shape: MouthShapeNow, u: number, v: number): void {
    findInPhoto(shape, u, v, place)
    const deepPx = place.inside * face.mouthHalfWidth
    // Fades the inside out for gaps below one pixel, so that closed lips show nothing of it.
    const gapPx = (place.gapBottom - place.gapTop) * face.mouthHalfWidth
    const inside = clamp(deepPx + 0.5, 0, 1) * clamp(gapPx, 0, 1)
    if (inside < 1) {
      const px = place.u * face.mouthHalfWidth
      const py = place.v * face.mouthHalfWidth
      sample(
        face.mouth.x + px * face.along.x + py * face.down.x,
        face.mouth.y + px * face.along.y + py * face.down.y,
        colour,
      )
      seamLine(shape, v)
    }
    if (inside <= 0) return
    const outside = 1 - inside
    skin[0] = colour[0]
    skin[1] = colour[1]
    skin[2] = colour[2]
    paintInside(mouth, place, v, light, colour)
    for (let channel = 0; channel < 3; channel += 1) {
      colour[channel] = (skin[channel] ?? 0) * outside + (colour[channel] ?? 0) * inside
    }
  }

  /** Darkens the line where the lips meet. A photo of an open mouth has no such line, so closing it needs one. */
  function seamLine(shape: MouthShapeNow, v: number): void {
    const own = shape.ownUpper + shape.ownLower
    if (own < 0.02 || Math.abs(place.across) > 0.98) return
    const gap = place.gapBottom - place.gapTop
    const closed = clamp(1 - gap / 0.06, 0, 1)
    if (closed === 0) return
    const away = Math.abs(v - (place.gapTop + place.gapBottom) / 2)
    const dark = closed * 0.5 * clamp(1 - away / 0.045, 0, 1)
    for (let channel = 0; channel < 3; channel += 1) colour[channel] = (colour[channel] ?? 0) * (1 - dark)
  }
}

/** Reads the photo between pixels by bilinear interpolation; beyond the edge, the edge pixels repeat. */
function createSampler({ data, width, height }: PhotoPixels) {
  const lastX = width - 1
  const lastY = height - 1
  return (x: number, y: number, colour: Rgb): void => {
    const inX = clamp(x, 0, lastX)
    const inY = clamp(y, 0, lastY)
    const left = Math.min(Math.floor(inX), Math.max(lastX - 1, 0))
    const top = Math.min(Math.floor(inY), Math.max(lastY - 1, 0))
    const right = inX - left
    const down = inY - top
    const at = (top * width + left) * 4
    const stepX = lastX > 0 ? 4 : 0
    const stepY = lastY > 0 ? width * 4 : 0
    const a = (1 - right) * (1 - down)
    const b = right * (1 - down)
    const c = (1 - right) * down
    const d = right * down
    for (let channel = 0; channel < 3; channel += 1) {
      const here = at + channel
      colour[channel] =
        (data[here] ?? 0) * a +
        (data[here + stepX] ?? 0) * b +
        (data[here + stepY] ?? 0) * c +
        (data[here + stepX + stepY] ?? 0) * d
    }
  }
}

/** The photo's brightness around the mouth, so that teeth don't shine in a dark picture. 1 is usual. */
function lightOf({ data, width, height }: PhotoPixels, face: FaceMeasures): number {
  let sum = 0
  let count = 0
  for (let v = -1; v <= 1; v += 0.25) {
    for (let u = -1.4; u <= 1.4; u += 0.2) {
      const x = Math.round(face.mouth.x + (u * face.along.x + v * face.down.x) * face.mouthHalfWidth)
      const y = Math.round(face.mouth.y + (u * face.along.y + v * face.down.y) * face.mouthHalfWidth)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const at = (y * width + x) * 4
      sum += 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0)
      count += 1
    }
  }
  return count === 0 ? 1 : clamp(0.45 + (0.55 * (sum / count)) / 150, 0.5, 1.05)
}
