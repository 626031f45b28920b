import { expect, test } from 'vitest'
import { formatDuration, formatMoment, formatMomentThere } from './formatting.ts'

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

test('a moment in the time zone of a business names the zone for readers elsewhere', () => {
  const moment = '2026-11-21T15:58:03.000Z'
  const there = (here: string) => formatMomentThere(moment, 'America/New_York', here).replaceAll(/\s/g, ' ')
  expect(there('America/New_York')).toBe('Nov 21, 2026, 10:58 AM')
  expect(there('Europe/Berlin')).toBe('Nov 21, 2026, 10:58 AM (America/New York)')
})
