import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planChunks } from './plan-chunks.ts'

const texts = (text: string): string[] => planChunks(text).map(({ words }) => words.map((word) => word.text).join(''))

test('a sentence is a chunk, with a rest before the next one', () => {
  const chunks = planChunks('We are open. Come in!')
  expect(chunks.map(({ words }) => words.length)).toEqual([3, 2])
  expect(chunks.map(({ restMs }) => restMs > 0)).toEqual([false, true])
})

test('a long sentence is cut after a comma, before a joining word, or where it must be', () => {
  expect(
    texts('You can come on any day of the week, but please call us before you leave so that we can have things ready.'),
  ).toEqual([
    'You can come on any day of the week, ',
    'but please call us before you leave so that we can have things ready.',
  ])
  expect(
    texts('Please bring along all of the papers that you have and the card which you were given here last year.')[0],
  ).toBe('Please bring along all of the papers that you have and the card ')
  expect(texts('one '.repeat(30))[0]).toBe('one '.repeat(15))
})

test('the first chunk is short and no chunk is long, counted in spoken words', () => {
  const chunks = planChunks(
    'Call 1,234,567 or 7,654,321 or 1,111,111 and then again 2,222,222 or even 3,333,333 of us. '.repeat(3),
  )
  const lengths = chunks.map(({ words }) => words.reduce((sum, { pieces }) => sum + pieces.length, 0))
  expect(lengths[0]).toBeLessThanOrEqual(15)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(24)
})

test('a shorter first chunk can be requested', () => {
  const text = 'You can bring your card and a list of what you take.'
  expect(planChunks(text).length).toBe(1)
  const [first] = planChunks(text, 7)
  expect(first?.words.map((word) => word.text).join('')).toBe('You can bring your card ')
})

test('a text that cannot be spoken keeps its words', () => {
  expect(texts('🎉 \n🎉')).toEqual(['🎉 \n🎉'])
  expect(planChunks('')).toEqual([])
})

test('the chunks together make up the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('Yes. ', 'and so on, ', '🎉 ', '\n\n', '$5 ', 'word '.repeat(30)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
      expect(texts(pieces.join('')).join('')).toBe(pieces.join(''))
    }),
  )
})
