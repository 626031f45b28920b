import { photoFaceSchema } from '#contract/photo-face.ts'
import { expect, test } from 'vitest'
import { landmarksToFace } from './landmarks-to-face.ts'

const SIZE = { width: 200, height: 400 }
const PLACES: Record<number, [number, number]> = {
  33: [60, 100],
  133: [80, 100],
  159: [70, 94],
  145: [70, 106],
  263: [140, 110],
  362: [120, 110],
  386: [130, 105],
  374: [130, 115],
  61: [75, 200],
  291: [125, 204],
  0: [100, 190],
  13: [100, 200],
  14: [100, 206],
  17: [100, 216],
  152: [100, 260],
}

function points(changes: Record<number, [number, number]> = {}) {
  const all = { ...PLACES, ...changes }
  return Array.from({ length: 468 }, (_, index) => ({ x: all[index]?.[0] ?? 0, y: all[index]?.[1] ?? 0 }))
}

test('positions become shares of the picture, with the viewer’s left on the left', () => {
  const face = landmarksToFace(points(), SIZE)
  expect(face).toEqual({
    eyes: {
      left: { x: 0.35, y: 0.25, halfWidth: 0.05, halfHeight: 0.015 },
      right: { x: 0.65, y: 0.275, halfWidth: 0.05, halfHeight: 0.0125 },
    },
    mouth: {
      left: { x: 0.375, y: 0.5 },
      right: { x: 0.625, y: 0.51 },
      upperTop: { x: 0.5, y: 0.475 },
      upperEdge: { x: 0.5, y: 0.5 },
      lowerEdge: { x: 0.5, y: 0.515 },
      lowerEnd: { x: 0.5, y: 0.54 },
    },
    chin: { x: 0.5, y: 0.65 },
  })
})

test.each([
  ['a chin below the picture', { 152: [100, 470] as [number, number] }, { chin: { x: 0.5, y: 1 } }],
  ['a chin beside it', { 152: [-30, 260] as [number, number] }, { chin: { x: 0, y: 0.65 } }],
])('%s is moved to the edge', (_, changes, expected) => {
  const face = landmarksToFace(points(changes), SIZE)
  expect(face).toMatchObject(expected)
  expect(photoFaceSchema.safeParse(face).success).toBe(true)
})

test('closed eyes make a valid face', () => {
  const face = landmarksToFace(points({ 159: [70, 100], 145: [70, 100] }), SIZE)
  expect(photoFaceSchema.safeParse(face).success).toBe(true)
})

test('too few landmarks make no face', () => {
  expect(landmarksToFace(points().slice(0, 300), SIZE)).toBeNull()
})
