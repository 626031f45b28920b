import { expect, test } from 'vitest'
import { isEcho, isSignOfListening, isTakingTheWord } from './echo.ts'

const said = 'A fever is a sign that your body fights an infection. Drink plenty, and rest.'

test.each<[recognised: string, echo: boolean, takesTheWord: boolean]>([
  ['a fever is a sign', true, false],
  ['Drink plenty and rest', true, false],
  ['drink plenty and nest', true, false],
  ['what about children', false, true],
  ['stop', false, false],
  ['', true, false],
])('"%s" is an echo: %s, takes the word: %s', (recognised, echo, takesTheWord) => {
  expect(isEcho(recognised, said)).toBe(echo)
  expect(isTakingTheWord(recognised, said)).toBe(takesTheWord)
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
])('"%s" is a sign of listening: %s', (recognised, expected) => {
  expect(isSignOfListening(recognised)).toBe(expected)
  expect(isTakingTheWord(recognised, said) && expected).toBe(false)
})
