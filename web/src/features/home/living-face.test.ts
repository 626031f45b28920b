import { REST_POSE } from '#portrait/pose.ts'
import { expect, test } from 'vitest'
import { poseAt } from './living-face.ts'

const mouthsBetween = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / 20 }, (_, step) => poseAt(fromMs + step * 20, null).mouth.open)

test('rests, greets once with moving lips, and rests again', () => {
  expect(Math.max(...mouthsBetween(0, 700))).toBe(0)
  expect(Math.max(...mouthsBetween(700, 3900))).toBeGreaterThan(0.4)
  expect(Math.max(...mouthsBetween(3920, 30_000))).toBe(0)
})

test('begins where the still picture ends', () => {
  expect(poseAt(0, null)).toEqual(REST_POSE)
})

test('looks where it is told to', () => {
  expect(poseAt(9000, { x: 0.5, y: -0.25 }).gaze).toEqual({ x: 0.5, y: -0.25 })
})
