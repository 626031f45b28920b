import { expect, test } from 'vitest'
import { formatDuration, formatMoment } from './formatting.ts'

test.each([
  [0, '0:00'],
  [999, '0:00'],
  [9_000, '0:09'],
  [60_000, '1:00'],
  [62_500, '1:02'],
  [3_725_000, '62:05'],
  [-5, '0:00'],
])('%i ms is shown as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})

test('a moment is shown in the reader’s time zone', () => {
  expect(formatMoment('2026-11-21T15:58:03.000Z', 'UTC').replaceAll(/\s/g, ' ')).toBe('Nov 21, 2026, 3:58 PM')
  expect(formatMoment('2026-11-21T23:58:03.000Z', 'Asia/Tokyo')).toContain('Nov 22')
})
