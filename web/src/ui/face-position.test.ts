import type { PhotoFace } from '#contract/photo-face.ts'
import { expect, test } from 'vitest'
import { facePosition } from './face-position.ts'

function faceAt(x: number, y: number): PhotoFace {
  return {
    eyes: { left: { x: x - 0.02, y: y - 0.02 }, right: { x: x + 0.02, y: y - 0.02 } },
    mouth: { left: { x: x - 0.02, y: y + 0.02 }, right: { x: x + 0.02, y: y + 0.02 } },
  }
}

test.each([
  [0.5, 0.5, '50% 50%'],
  [0.6, 0.4, '66% 34%'],
  [0.95, 0.05, '100% 0%'],
])('a face at %d, %d is shown at %s', (x, y, position) => {
  expect(facePosition(faceAt(x, y))).toBe(position)
})

/** The position of the face within the visible part of the picture. */
test.each([0.2, 0.35, 0.5, 0.7, 0.9])('a face at %d is visible in a narrow frame', (x) => {
  const seen = 0.4
  const start = (Number.parseFloat(facePosition(faceAt(x, 0.5))) / 100) * (1 - seen)
  const within = (x - start) / seen
  expect(within).toBeGreaterThan(0.2)
  expect(within).toBeLessThan(0.8)
})

test('a face with unknown position is assumed in the middle', () => {
  expect(facePosition(null)).toBe('50% 50%')
})
