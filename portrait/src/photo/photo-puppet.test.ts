import { expect, it } from 'vitest'
import type { PhotoFace } from '#contract/photo-face.ts'
import { VISEMES } from '#contract/visemes.ts'
import { mouthOfViseme, poseOfViseme, REST_POSE, type Pose } from '../pose.ts'
import { USUAL_FACE } from './measure-face.ts'
import { createPhotoPuppet } from './photo-puppet.ts'

const SIDE = 200
const FACE: PhotoFace = USUAL_FACE

type Paint = (x: number, y: number) => readonly [number, number, number]

/**
 * A face of skin colour with blue eyes and a red line where the lips meet. Colours vary slightly from place to place,
 * so that a moved pixel can be recognised.
 */
const drawing: Paint = (x, y) => {
  const isEye = [0.39, 0.61].some((at) => Math.hypot((x / SIDE - at) / 0.05, (y / SIDE - 0.41) / 0.018) < 1)
  if (isEye) return [20, 40, 200]
  return [200 - x / 20, 150 + y / 20, 130]
}

function photoOf(paint: Paint) {
  const data = new Uint8Array(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) data.set([...paint(x, y), 255], (y * SIDE + x) * 4)
  }
  return { data, width: SIDE, height: SIDE }
}

function shown(pose: Pose, face = FACE): Uint8Array {
  const photo = photoOf(drawing)
  const into = new Uint8Array(photo.data.length)
  createPhotoPuppet(photo, face).draw(pose, into)
  return into
}

function countWhere(pixels: Uint8Array, is: (red: number, green: number, blue: number) => boolean): number {
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (is(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) count += 1
  }
  return count
}

const darkInMouth = (pixels: Uint8Array) =>
  countWhere(pixels, (red, green, blue) => red < 150 && green < 90 && blue < 90)
const eyes = (pixels: Uint8Array) => countWhere(pixels, (red, _, blue) => blue > 150 && red < 90)

it('at rest, the drawing equals the photo', () => {
  expect(Buffer.compare(shown(REST_POSE), photoOf(drawing).data)).toBe(0)
})

const SHUT = VISEMES.filter((viseme) => mouthOfViseme(viseme).open <= 0)
const WIDE = VISEMES.filter((viseme) => mouthOfViseme(viseme).open > 0.5)

it.each(SHUT)('%s shuts the lips', (viseme) => {
  expect(darkInMouth(shown(poseOfViseme(viseme)))).toBe(0)
})

it.each(WIDE)('%s opens the lips', (viseme) => {
  expect(darkInMouth(shown(poseOfViseme(viseme)))).toBeGreaterThan(40)
})

it('the wider the mouth opens, the more of its inside is visible', () => {
  const opened = (open: number) => darkInMouth(shown({ ...REST_POSE, mouth: { ...REST_POSE.mouth, open } }))
  const [quarter, half, full] = [opened(0.25), opened(0.5), opened(1)]
  expect(half).toBeGreaterThan(quarter)
  expect(full).toBeGreaterThan(half)
})

it('a blink covers the eyes with skin', () => {
  expect(eyes(shown(REST_POSE))).toBeGreaterThan(80)
  expect(eyes(shown({ ...REST_POSE, blink: 1 }))).toBeLessThan(12)
})

it('the eyelid is drawn from skin, without pulling brows and lashes down', () => {
  const bands = [
    [0.335, 0.347],
    [0.365, 0.375],
  ] as const
  const madeUp: Paint = (x, y) => {
    const isDark = bands.some(([from, to]) => y / SIDE >= from && y / SIDE < to)
    return isDark ? [10, 10, 10] : drawing(x, y)
  }
  const dark = (pixels: Uint8Array) => countWhere(pixels, (red, green, blue) => red < 60 && green < 60 && blue < 60)
  const photo = photoOf(madeUp)
  const into = new Uint8Array(photo.data.length)
  createPhotoPuppet(photo, FACE).draw({ ...REST_POSE, blink: 1 }, into)
  expect(dark(photo.data)).toBeGreaterThan(700)
  expect(dark(into)).toBeLessThan(dark(photo.data))
})

it('a mouth that is open in the photo can close', () => {
  const toothy = { ...FACE, mouth: { ...FACE.mouth, upperEdge: { x: 0.5, y: 0.6 }, lowerEdge: { x: 0.5, y: 0.66 } } }
  const isOpen: Paint = (x, y) =>
    Math.abs(x / SIDE - 0.5) < 0.06 && y / SIDE > 0.605 && y / SIDE < 0.655 ? [250, 250, 250] : drawing(x, y)
  const photo = photoOf(isOpen)
  const teeth = (pixels: Uint8Array) => countWhere(pixels, (_, green, blue) => green > 220 && blue > 220)
  const into = new Uint8Array(photo.data.length)
  expect(teeth(photo.data)).toBeGreaterThan(150)
  createPhotoPuppet(photo, toothy).draw(poseOfViseme('PP'), into)
  expect(teeth(into)).toBeLessThan(teeth(photo.data) / 5)
})

it('pixels far from the face stay unchanged', () => {
  const moved = shown({ ...poseOfViseme('aa'), tilt: 1, brow: 1, blink: 1 })
  const before = photoOf(drawing).data
  for (const at of [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1]) {
    expect([...moved.subarray(at * 4, at * 4 + 4)]).toEqual([...before.subarray(at * 4, at * 4 + 4)])
  }
})

it.each([
  ['all in one place', { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 }],
  ['at the corners', { x: 0, y: 0 }, { x: 1, y: 1 }],
  ['left and right exchanged', { x: 0.6, y: 0.6 }, { x: 0.4, y: 0.6 }],
])('draws a whole picture from points that do not form a face (%s)', (_, left, right) => {
  const face = { eyes: { left, right }, mouth: { left, right } }
  const into = shown({ ...poseOfViseme('aa'), blink: 0.6, tilt: 1 }, face)
  expect(countWhere(into, (red, green, blue) => red + green + blue > 0)).toBe(SIDE * SIDE)
})
