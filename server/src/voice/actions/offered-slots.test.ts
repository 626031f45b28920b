import { expect, it } from 'vitest'
import { NOW, slotAt } from './actions-testing.ts'
import { chosenSlot, isElsewhen, laterThan } from './offered-slots.ts'

const OFFERED = ['2026-11-24T10:00', '2026-11-24T14:00', '2026-11-25T10:00'].map(slotAt)

it.each([
  ['the second one', '2026-11-24T14:00'],
  ['the last one', '2026-11-25T10:00'],
  ['3', '2026-11-25T10:00'],
  ['on Tuesday at ten', '2026-11-24T10:00'],
  ['Wednesday', '2026-11-25T10:00'],
  ["I'll take the first one, thanks", '2026-11-24T10:00'],
  ["I'd like the second one", '2026-11-24T14:00'],
  ['the third one is perfect', '2026-11-25T10:00'],
  ['the last one works best', '2026-11-25T10:00'],
  ['the 2nd one please', '2026-11-24T14:00'],
  ['the first would be great', '2026-11-24T10:00'],
  ['number two please', '2026-11-24T14:00'],
  ['let us take option two', '2026-11-24T14:00'],
  ['the middle one', '2026-11-24T14:00'],
  ['the first one on Wednesday', '2026-11-25T10:00'],
  ['not the first one, the second one', '2026-11-24T14:00'],
  ["the first one doesn't work", undefined],
  ['the first or the second one', undefined],
  ['what was the first one again', undefined],
  ['the first of December', undefined],
  ['December the first would be good', undefined],
  ['next week', undefined],
  ['at ten', undefined],
  ['Tuesday', undefined],
])('"%s" chooses %s', (text, start) => {
  expect(chosenSlot(OFFERED, text, false, NOW)?.start).toBe(start)
})

it('accepts yes for the only offered time, not for one of several', () => {
  expect(chosenSlot(OFFERED.slice(0, 1), 'yes', true, NOW)).toEqual(OFFERED[0])
  expect(chosenSlot(OFFERED, 'yes', true, NOW)).toBeUndefined()
})

it.each([
  ['neither', true],
  ['something later on Tuesday', true],
  ["I can't do Tuesday", true],
  ['none of those, Friday please', false],
  ['neither, how about Tuesday at two', true],
  ['neither, how about Tuesday at four', false],
  ['the second one', false],
])('knows whether "%s" leaves open which other time', (text, expected) => {
  expect(isElsewhen(OFFERED, text, NOW)).toBe(expected)
})

it('looks for other times after the last or before the first offered one', () => {
  expect(laterThan(OFFERED, 'later', NOW).from).toBe('2026-11-25T10:01')
  expect(laterThan(OFFERED, 'another day', NOW).from).toBe('2026-11-26T00:00')
  expect(laterThan(OFFERED, 'not Tuesday', NOW).from).toBe('2026-11-26T00:00')
  expect(laterThan(OFFERED, 'something earlier', NOW)).toMatchObject({ from: NOW, to: '2026-11-24T10:00' })
})
