import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawPortrait } from '#portrait/draw.ts'
import { personOf } from '#portrait/people.ts'
import { REST_POSE } from '#portrait/pose.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { readFaceModel } from '../../../vite/face-models.ts'
import type { Pixels } from './crop.ts'
import { findFace, type FaceModels } from './find-faces.ts'
import { readFlatModel } from './flat-model.ts'

// Runs the real networks on pictures with known positions of faces.

// Each search takes some hundred million multiplications, possibly on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

let models: FaceModels
const WIDTH = 400
const HEIGHT = 480

beforeAll(async () => {
  const [detector, mesh] = await Promise.all([readFaceModel('detector'), readFaceModel('mesh')])
  models = { detector: readFlatModel(detector.buffer), mesh: readFlatModel(mesh.buffer) }
})

interface Placing {
  id: string
  /** `scale` is relative to the picture's size; `x` and `y` place its centre. */
  scale?: number
  x?: number
  y?: number
  degrees?: number
}

async function pictureOf(people: readonly Placing[], size = { width: WIDTH, height: HEIGHT }): Promise<Pixels> {
  const context = createCanvas(size.width, size.height).getContext('2d')
  context.fillStyle = '#8d949c'
  context.fillRect(0, 0, size.width, size.height)
  for (const { id, scale = 1, x = size.width / 2, y = size.height / 2, degrees = 0 } of people) {
    const image = await loadImage(Buffer.from(drawPortrait(personOf(id), REST_POSE)))
    context.save()
    context.translate(x, y)
    context.rotate((degrees * Math.PI) / 180)
    context.drawImage(image, (-WIDTH / 2) * scale, (-HEIGHT / 2) * scale, WIDTH * scale, HEIGHT * scale)
    context.restore()
  }
  return { data: context.getImageData(0, 0, size.width, size.height).data, ...size }
}

test('finds a face at its position', async () => {
  const { face, count } = findFace(models, await pictureOf([{ id: 'healthcare' }]))
  expect(count).toBe(1)
  // The proportions of a portrait: the eyes at two fifths of the height, the mouth between the eyes and the chin.
  expect(face?.eyes.left.x).toBeCloseTo(0.42, 1)
  expect(face?.eyes.right.x).toBeCloseTo(0.58, 1)
  expect(face?.eyes.left.y).toBeCloseTo(0.4, 1)
  expect(face?.mouth.left.y).toBeGreaterThan((face?.eyes.left.y ?? 1) + 0.08)
  expect(face?.chin?.y).toBeGreaterThan((face?.mouth.left.y ?? 1) + 0.05)
})

test('finds the slanted eyes of a tilted head', async () => {
  const { face } = findFace(models, await pictureOf([{ id: 'finance', degrees: 20 }]))
  const { left, right } = face?.eyes ?? { left: { x: 0, y: 0 }, right: { x: 1, y: 0 } }
  const degrees = (Math.atan2((right.y - left.y) * HEIGHT, (right.x - left.x) * WIDTH) * 180) / Math.PI
  expect(degrees).toBeGreaterThan(14)
  expect(degrees).toBeLessThan(26)
})

test('finds a small face in one part of a large picture', async () => {
  const size = { width: 640, height: 480 }
  const { face } = findFace(models, await pictureOf([{ id: 'legal', scale: 0.3, x: 130, y: 350 }], size))
  expect((face?.mouth.left.x ?? 0) * size.width).toBeGreaterThan(90)
  expect((face?.mouth.right.x ?? 1) * size.width).toBeLessThan(170)
})

test('chooses the largest of several faces, and counts all of them', async () => {
  const two = [
    { id: 'healthcare', scale: 0.6, x: 150, y: 240 },
    { id: 'finance', scale: 0.9, x: 440, y: 240 },
  ]
  const size = { width: 640, height: 480 }
  const { face, count } = findFace(models, await pictureOf(two, size))
  expect(count).toBe(2)
  expect(face?.eyes.left.x).toBeGreaterThan(0.5)
})

test('finds no face in a picture without one', async () => {
  expect(findFace(models, await pictureOf([]))).toEqual({ face: null, count: 0 })
})

test('refuses data that is not a network', () => {
  expect(() => readFlatModel(new ArrayBuffer(64))).toThrow('no network')
})
