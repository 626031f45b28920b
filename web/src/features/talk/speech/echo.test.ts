import { expect, test } from 'vitest'
import { isEcho, isSomebodySpeaking } from './echo.ts'

const said = 'A fever is a sign that your body fights an infection. Drink plenty, and rest.'

test.each<[recognised: string, echo: boolean, somebody: boolean]>([
  ['a fever is a sign', true, false],
  ['Drink plenty and rest', true, false],
  ['drink plenty and nest', true, false],
  ['what about children', false, true],
  ['stop', false, false],
  ['', true, false],
])('"%s"', (recognised, echo, somebody) => {
  expect(isEcho(recognised, said)).toBe(echo)
  expect(isSomebodySpeaking(recognised, said)).toBe(somebody)
})
