import { expect, test } from 'vitest'
import { isEcho, isBackchannel, isBargeIn } from './echo.ts'

const said = 'A fever is a sign that your body fights an infection. Drink plenty, and rest.'

test.each<[recognised: string, echo: boolean, bargeIn: boolean]>([
  ['a fever is a sign', true, false],
  ['Drink plenty and rest', true, false],
  ['drink plenty and nest', true, false],
  ['what about children', false, true],
  ['stop', false, false],
  ['', true, false],
])('"%s" is an echo: %s, a barge-in: %s', (recognised, echo, bargeIn) => {
  expect(isEcho(recognised, said)).toBe(echo)
  expect(isBargeIn(recognised, said)).toBe(bargeIn)
})

test.each([
  ['Yes.', true],
  ['okay, right', true],
  ['Mm hmm', true],
  ['No.', true],
  ['go on', true],
  ['', false],
  ['stop', false],
  ['no, I meant my car', false],
  ['yes but what about children', false],
])('"%s" is a backchannel: %s', (recognised, expected) => {
  expect(isBackchannel(recognised)).toBe(expected)
  expect(isBargeIn(recognised, said) && expected).toBe(false)
})
