import type { MouthPose } from '#portrait/pose.ts'
import { expect, test } from 'vitest'
import {
  GREETING_LINE_HEIGHT,
  greetingLinePath,
  livedAfterGreetingMs,
  silentGreetingAt,
  wordAt,
} from './greeting-timeline.ts'

const LINE_MS = 3000
const WORDS = [
  { text: 'Hello, ', startMs: 40, endMs: 400 },
  { text: "I'm ", startMs: 400, endMs: 600 },
  { text: 'Amara.', startMs: 900, endMs: 1400 },
]

/** The stretches of time in which the lips move, to the nearest 50 ms. */
function greetings(durationMs: number): { fromMs: number; toMs: number }[] {
  const stretches: { fromMs: number; toMs: number }[] = []
  for (let livedMs = 0; livedMs < 60_000; livedMs += 50) {
    if (silentGreetingAt(livedMs, durationMs) === null) continue
    const last = stretches.at(-1)
    if (last?.toMs === livedMs - 50) last.toMs = livedMs
    else stretches.push({ fromMs: livedMs, toMs: livedMs })
  }
  return stretches
}

test('greets soon after it is first seen, then leaves at least twenty seconds between two greetings', () => {
  const [first, second, ...others] = greetings(LINE_MS)
  expect(first?.fromMs).toBeGreaterThan(300)
  expect(first?.fromMs).toBeLessThan(1500)
  expect(Math.abs((first?.toMs ?? 0) - (first?.fromMs ?? 0) - LINE_MS)).toBeLessThanOrEqual(50)
  expect((second?.fromMs ?? 0) - (first?.toMs ?? 0)).toBeGreaterThanOrEqual(20_000)
  expect(others.length).toBeLessThanOrEqual(1)
})

test('is quiet for a while after the line was heard aloud', () => {
  const afterMs = livedAfterGreetingMs(LINE_MS)
  expect(silentGreetingAt(afterMs, LINE_MS)).toBeNull()
  expect(silentGreetingAt(afterMs + 19_000, LINE_MS)).toBeNull()
  expect(silentGreetingAt(afterMs + 20_500, LINE_MS)).not.toBeNull()
})

test('never begins a greeting without a length', () => {
  expect(greetings(0)).toEqual([])
})

test('a word lights up when it begins and stays until the next one', () => {
  expect([0, 39, 40, 399, 400, 700, 899, 900, 9000].map((timeMs) => wordAt(WORDS, timeMs))).toEqual([
    -1, -1, 0, 0, 1, 1, 1, 2, 2,
  ])
  expect(wordAt([], 100)).toBe(-1)
})

const mouth = (open: number): MouthPose => ({ open, wide: 0, round: 0, teeth: 0, tongue: 0 })
/** Every second number of a path is a y coordinate. */
const heights = (path: string) => [...path.matchAll(/-?[\d.]+/g)].map(Number).filter((_, place) => place % 2 === 1)

test('the voice line is flat while the lips are shut or pressed together', () => {
  for (const open of [0, -1]) {
    expect(new Set(heights(greetingLinePath(() => mouth(open), 1234)))).toEqual(new Set([GREETING_LINE_HEIGHT / 2]))
  }
})

test('the voice line swings with an open mouth and stays within its height', () => {
  for (let timeMs = 0; timeMs < 500; timeMs += 7) {
    const found = heights(greetingLinePath(() => mouth(1), timeMs))
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...found)).toBeLessThanOrEqual(GREETING_LINE_HEIGHT)
    expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(6)
  }
})
