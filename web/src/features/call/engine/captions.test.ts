import { expect, test } from 'vitest'
import { withAnswerOver, withHeardWords, withoutLine, withPersonsWords, type Captions } from './captions.ts'

const none: Captions = []

test('an answer grows with the voice in one line and then stands', () => {
  let lines = withHeardWords(none, 'a', 'Hello ')
  lines = withHeardWords(lines, 'a', 'Hello there')
  expect(lines).toEqual([{ id: 'a', role: 'assistant', content: 'Hello there', partial: true, interrupted: false }])
  lines = withAnswerOver(lines, 'a', { content: 'Hello there, I am Amara. ', interrupted: false })
  expect(lines).toEqual([
    { id: 'a', role: 'assistant', content: 'Hello there, I am Amara.', partial: false, interrupted: false },
  ])
})

test('of an answer that was cut short only what was heard remains', () => {
  const lines = withAnswerOver(withHeardWords(none, 'a', 'A fever is a sign that'), 'a', {
    content: 'A fever is',
    interrupted: true,
  })
  expect(lines).toMatchObject([{ content: 'A fever is', interrupted: true, partial: false }])
})

test('an answer of which nothing was heard leaves no line', () => {
  const lines = withAnswerOver(withPersonsWords(none, 'u', 'hello'), 'a', { content: '', interrupted: true })
  expect(lines.map(({ id }) => id)).toEqual(['u'])
  expect(withHeardWords(lines, 'a', ' ')).toBe(lines)
})

test('words that were not understood are shown as such, and those taken back are gone', () => {
  const lines = withPersonsWords(none, 'u', '')
  expect(lines).toMatchObject([{ role: 'user', content: '' }])
  expect(withoutLine(lines, 'u')).toEqual([])
  expect(withoutLine(lines, 'other')).toBe(lines)
})

test('a long call keeps its latest lines', () => {
  let lines = none
  for (let index = 0; index < 80; index += 1) lines = withPersonsWords(lines, `u${index}`, `line ${index}`)
  expect(lines).toHaveLength(50)
  expect(lines.at(-1)?.content).toBe('line 79')
})
