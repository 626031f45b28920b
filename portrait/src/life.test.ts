import { expect, it } from 'vitest'
import { lifePose, type LifeMode } from './life.ts'
import { REST_POSE, type Pose } from './pose.ts'

const MODES: LifeMode[] = ['idle', 'listening', 'speaking', 'thinking']
const MINUTE_MS = 60_000

function blinksPerMinute(seed: number, minutes: number): number {
  let blinks = 0
  let wasShut = false
  for (let timeMs = 0; timeMs < minutes * MINUTE_MS; timeMs += 10) {
    const isShut = lifePose(seed, timeMs, 'idle', false).blink > 0.9
    if (isShut && !wasShut) blinks += 1
    wasShut = isShut
  }
  return blinks / minutes
}

it.each(MODES)('stands still under reduced motion: %s', (mode) => {
  for (let timeMs = 0; timeMs < 20_000; timeMs += 130) expect(lifePose(7, timeMs, mode, true)).toEqual(REST_POSE)
})

it.each([1, 2, 3, 16])('blinks as often as people do (seed %i)', (seed) => {
  const rate = blinksPerMinute(seed, 10)
  expect(rate).toBeGreaterThan(12)
  expect(rate).toBeLessThan(24)
})

it('blinks at different moments for different seeds', () => {
  const moments = (seed: number) =>
    Array.from({ length: 600 }, (_, index) => lifePose(seed, index * 50, 'idle', false).blink > 0.5).join()
  expect(moments(1)).not.toBe(moments(2))
  expect(moments(1)).toBe(moments(1))
})

it.each(MODES)('moves within bounds and without jumps between frames: %s', (mode) => {
  const poses = Array.from({ length: 7_500 }, (_, frame) => lifePose(5, frame * 8, mode, false))
  const isWithinBounds = ({ gaze, brow, tilt, blink }: Pose) =>
    [gaze.x, gaze.y, brow, tilt].every((value) => Math.abs(value) <= 1) && blink >= 0 && blink <= 1
  expect(poses.filter((pose) => !isWithinBounds(pose))).toEqual([])
  const jumps = (part: 'tilt' | 'brow') =>
    poses.slice(1).map((pose, frame) => Math.abs(pose[part] - (poses[frame]?.[part] ?? NaN)))
  expect(Math.max(...jumps('tilt'))).toBeLessThan(0.02)
  expect(Math.max(...jumps('brow'))).toBeLessThan(0.03)
})

it('tilts the head a little while listening and looks away while thinking', () => {
  const mean = (value: (timeMs: number) => number) =>
    Array.from({ length: 400 }, (_, index) => value(index * 97)).reduce((sum, next) => sum + next, 0) / 400
  expect(mean((timeMs) => lifePose(3, timeMs, 'listening', false).tilt)).toBeGreaterThan(0.3)
  expect(Math.abs(mean((timeMs) => lifePose(3, timeMs, 'idle', false).tilt))).toBeLessThan(0.2)
  expect(mean((timeMs) => lifePose(3, timeMs, 'thinking', false).gaze.y)).toBeLessThan(-0.25)
})
