import { expect, test } from 'vitest'
import { VOICE_LINE_HEIGHT, VOICE_LINE_WIDTH, voiceLinePath } from './live-face.ts'

const middle = VOICE_LINE_HEIGHT / 2

function heights(path: string): number[] {
  return [...path.matchAll(/[MLQ ]([\d.-]+) ([\d.-]+)/g)].map(([, , y]) => Number(y))
}

test('silence is a straight line', () => {
  expect(heights(voiceLinePath(new Float32Array(512))).every((y) => y === middle)).toBe(true)
})

test('a loud wave stays within the height of the line and starts and ends in the middle', () => {
  const path = voiceLinePath(Float32Array.from({ length: 512 }, (_, index) => 3 * Math.sin(index / 9)))
  expect(path.startsWith(`M0 ${middle}`)).toBe(true)
  expect(path.endsWith(`L${VOICE_LINE_WIDTH} ${middle}`)).toBe(true)
  const all = heights(path)
  expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...all)).toBeLessThanOrEqual(VOICE_LINE_HEIGHT)
  expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(VOICE_LINE_HEIGHT / 2)
})
