import { expect, it } from 'vitest'
import { lifePose } from './life.ts'
import type { LifeMode } from './life.ts'
import { REST_POSE } from './pose.ts'

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
  const rate = blinksPerMinute(seed, 20)
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
  let before = lifePose(5, 0, mode, false)
  for (let timeMs = 8; timeMs < 60_000; timeMs += 8) {
    const pose = lifePose(5, timeMs, mode, false)
    for (const value of [pose.gaze.x, pose.gaze.y, pose.brow, pose.tilt]) expect(Math.abs(value)).toBeLessThanOrEqual(1)
    expect(pose.blink).toBeGreaterThanOrEqual(0)
    expect(pose.blink).toBeLessThanOrEqual(1)
    expect(Math.abs(pose.tilt - before.tilt)).toBeLessThan(0.02)
    expect(Math.abs(pose.brow - before.brow)).toBeLessThan(0.03)
    before = pose
  }
})

it('tilts the head a little while listening and looks away while thinking', () => {
  const mean = (value: (timeMs: number) => number) =>
    Array.from({ length: 400 }, (_, index) => value(index * 97)).reduce((sum, next) => sum + next, 0) / 400
  expect(mean((timeMs) => lifePose(3, timeMs, 'listening', false).tilt)).toBeGreaterThan(0.3)
  expect(Math.abs(mean((timeMs) => lifePose(3, timeMs, 'idle', false).tilt))).toBeLessThan(0.2)
  expect(mean((timeMs) => lifePose(3, timeMs, 'thinking', false).gaze.y)).toBeLessThan(-0.25)
})
