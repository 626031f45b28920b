import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSentenceSplitter, MAX_SENTENCE_CHARS, splitSentences } from './sentences.ts'

describe('splitSentences', () => {
  test.each<[string, string[]]>([
    ['One. Two! Three? Four', ['One. ', 'Two! ', 'Three? ', 'Four']],
    ['Ask Dr. Smith, e.g. today. Then rest.', ['Ask Dr. Smith, e.g. today. ', 'Then rest.']],
    [
      'We open at 9 a.m. on Mondays. At 5 p.m. We close.',
      ['We open at 9 a.m. on Mondays. ', 'At 5 p.m. ', 'We close.'],
    ],
    ['No. 5 is ready. No. We are closed.', ['No. 5 is ready. ', 'No. ', 'We are closed.']],
    ['It costs 3.50 at example.com now. Fine.', ['It costs 3.50 at example.com now. ', 'Fine.']],
    ['Well... maybe. Well... Yes.', ['Well... maybe. ', 'Well... ', 'Yes.']],
    ['“Really?” “Yes.” Good.', ['“Really?” ', '“Yes.” ', 'Good.']],
    ['J. R. Smith and I. We left.', ['J. R. Smith and I. ', 'We left.']],
    ['1. Call us\n2. Come in\nA line that\ngoes on', ['1. Call us\n', '2. Come in\n', 'A line that\ngoes on']],
    ['你好。再见', ['你好。', '再见']],
    ['  ', ['  ']],
    ['', []],
  ])('%j', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
  })

  test('a sentence is complete as soon as the next one begins', () => {
    const splitter = createSentenceSplitter()
    expect(splitter.push('We are open. ')).toEqual([])
    expect(splitter.push('Come')).toEqual(['We are open. '])
    expect(splitter.flush()).toEqual(['Come'])
    expect(splitter.flush()).toEqual([])
  })

  test('a sentence without an end is cut at a space', () => {
    const sentences = splitSentences('word '.repeat(1000))
    expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(MAX_SENTENCE_CHARS + 1)
    expect(sentences.every((sentence) => sentence.endsWith(' '))).toBe(true)
    expect(splitSentences('x'.repeat(1000)).map(({ length }) => length)).toEqual([400, 400, 200])
  })

  test('the sentences are the same and complete regardless of how the text arrives', () => {
    const piece = fc.constantFrom(
      'A',
      'b',
      ' ',
      '.',
      '. ',
      '! ',
      '\n',
      'Dr. ',
      'a.m. ',
      '5',
      '"',
      '…',
      '😀',
      'No. ',
      'word '.repeat(90),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const splitter = createSentenceSplitter()
        const streamed = [...pieces.flatMap((text) => splitter.push(text)), ...splitter.flush()]
        expect(streamed.join('')).toBe(pieces.join(''))
        expect(splitSentences(pieces.join(''))).toEqual(streamed)
      }),
    )
  })
})
