import { mouthPoseAt } from '#portrait/mouth-track.ts'
import { REST_MOUTH } from '#portrait/pose.ts'
import { mouthStateOf, VISEMES, type MouthCue, type MouthState } from '#contract/visemes.ts'
import { expect, test } from 'vitest'
import { mouthFrame, smoothLevel } from './mouth-frame.ts'

const cues: MouthCue[] = [
  { atMs: 0, viseme: 'sil' },
  { atMs: 100, viseme: 'PP' },
  { atMs: 180, viseme: 'aa' },
  { atMs: 300, viseme: 'nn' },
  { atMs: 400, viseme: 'sil' },
]

test.each<[positionMs: number, state: MouthState]>([
  [-20, 'closed'],
  [0, 'closed'],
  [120, 'closed'],
  [180, 'wide'],
  [299, 'wide'],
  [350, 'open'],
  [400, 'closed'],
  [9_000, 'closed'],
])('at %i ms of the cues, the mouth is %s', (positionMs, state) => {
  const frame = mouthFrame({ kind: 'cues', cues, positionMs })
  expect(frame.state).toBe(state)
  expect(frame.pose).toEqual(mouthPoseAt(cues, positionMs))
})

test.each<[level: number, state: MouthState]>([
  [0, 'closed'],
  [0.05, 'closed'],
  [0.3, 'open'],
  [0.8, 'wide'],
  [1, 'wide'],
])('at a level of %d, the mouth is %s', (level, state) => {
  expect(mouthFrame({ kind: 'level', level }).state).toBe(state)
})

test('without sound, the mouth is at rest', () => {
  expect(mouthFrame({ kind: 'closed' })).toEqual({ pose: REST_MOUTH, state: 'closed' })
})

test('the jaw follows the level smoothly, opening faster than it closes', () => {
  const up = smoothLevel(0, 1, 16)
  const down = smoothLevel(1, 0, 16)
  expect(up).toBeGreaterThan(0.3)
  expect(up).toBeLessThan(0.7)
  expect(1 - down).toBeLessThan(up)
  expect(smoothLevel(0, 1, 500)).toBeCloseTo(1, 5)
  // No longer open than a fifth of a second after the sound.
  expect(smoothLevel(1, 0, 200)).toBeLessThan(0.08)
})

test('the lips are closed at rest and where they touch, and wide for open vowels', () => {
  const shapes = (state: MouthState) => VISEMES.filter((viseme) => mouthStateOf(viseme) === state)
  expect(shapes('closed')).toEqual(['sil', 'PP', 'FF'])
  expect(shapes('wide')).toEqual(['aa', 'E', 'O'])
})
