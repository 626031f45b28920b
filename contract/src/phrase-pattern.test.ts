import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compilePattern,
  expandPattern,
  normaliseWords,
  parsePattern,
  patternWords,
  PatternSyntaxError,
} from './phrase-pattern.ts'

describe('parsePattern', () => {
  it('keeps the order of words, optional parts and alternatives', () => {
    expect(parsePattern("(what is | what's) a [good] budget")).toEqual({
      kind: 'sequence',
      items: [
        {
          kind: 'choice',
          optional: false,
          options: [
            {
              kind: 'sequence',
              items: [
                { kind: 'word', word: 'what' },
                { kind: 'word', word: 'is' },
              ],
            },
            { kind: 'word', word: "what's" },
          ],
        },
        { kind: 'word', word: 'a' },
        { kind: 'choice', optional: true, options: [{ kind: 'word', word: 'good' }] },
        { kind: 'word', word: 'budget' },
      ],
    })
  })

  it.each([
    ['(open', '"(" has no ")"', 0],
    ['a [b)', '"[" has no "]"', 2],
    ['a ) b', '")" has no beginning', 2],
    ['a ()', 'A word is missing', 3],
    ['a (b | )', 'A word is missing', 7],
    ['', 'A word is missing', 0],
    ['[a] [b]', 'At least one word must not be optional', 0],
    ['a 9', '"9" is not allowed', 2],
    ["a 'b", '"\'" is not allowed', 2],
  ])('refuses %j', (pattern, message, position) => {
    expect(() => parsePattern(pattern)).toThrow(
      expect.objectContaining({ constructor: PatternSyntaxError, message: expect.stringContaining(message), position }),
    )
  })
})

describe('expandPattern', () => {
  it('lists every phrase once', () => {
    expect(expandPattern("(what is | what's) a [good] budget", 100)).toEqual([
      'what is a good budget',
      'what is a budget',
      "what's a good budget",
      "what's a budget",
    ])
    expect(expandPattern('[a | a] (b | [c] b)', 100)).toEqual(['a b', 'a c b', 'b', 'c b'])
  })

  it('stops at the limit, even when there are far too many phrases to list', () => {
    expect(expandPattern(`a ${'[b] [c] '.repeat(35)}`, 50)).toHaveLength(50)
    expect(expandPattern(`a ${'[b] '.repeat(60)}`, 1000)).toHaveLength(61)
  })
})

describe('patternWords', () => {
  it('gives each word once', () => {
    expect(patternWords("what's a [good | bad] a (budget)")).toEqual(["what's", 'a', 'good', 'bad', 'budget'])
  })
})

describe('compilePattern', () => {
  const isBudget = compilePattern("(what is | what's) a [good] budget")

  it.each(['What is a budget?', 'what’s a GOOD budget', '  What — is a, good budget!'])('matches %j', (text) => {
    expect(isBudget(text)).toBe(true)
  })

  it.each([
    '',
    'a budget',
    'what is a good good budget',
    'what is a budget for',
    'what is a 2 budget',
    'whats a budget',
  ])('does not match %j', (text) => {
    expect(isBudget(text)).toBe(false)
  })

  it('stays fast where a backtracking matcher would not', () => {
    const isMany = compilePattern(`${'[a] '.repeat(70)}b`)
    expect(isMany('a '.repeat(70))).toBe(false)
    expect(isMany(`${'a '.repeat(70)}b`)).toBe(true)
  })
})

describe('normaliseWords', () => {
  it('keeps letters, digits and inner apostrophes', () => {
    expect(normaliseWords("Crème brûlée: can’t wait, the dogs' 2nd 'round'")).toEqual([
      'creme',
      'brulee',
      "can't",
      'wait',
      'the',
      'dogs',
      '2nd',
      'round',
    ])
  })
})

const word = fc.constantFrom('what', "what's", 'is', 'a', 'good', 'budget')
const { part } = fc.letrec<{ part: string; phrase: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.array(tie('phrase'), { minLength: 1, maxLength: 3 }).map((options) => `(${options.join(' | ')})`),
    fc.array(tie('phrase'), { minLength: 1, maxLength: 2 }).map((options) => `[${options.join('|')}]`),
  ),
  phrase: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((items) => items.join(' ')),
}))
const pattern = fc.tuple(word, fc.array(part, { maxLength: 4 })).map(([first, rest]) => [first, ...rest].join(' '))

describe('a pattern and its phrases', () => {
  it('every phrase matches its own pattern and uses only its words', () => {
    fc.assert(
      fc.property(pattern, (text) => {
        const matches = compilePattern(text)
        const words = new Set(patternWords(text))
        for (const phrase of expandPattern(text, 200)) {
          expect(matches(phrase), phrase).toBe(true)
          expect(phrase.split(' ').every((each) => words.has(each))).toBe(true)
        }
      }),
    )
  })

  it('a text matches if and only if it is one of the phrases', () => {
    fc.assert(
      fc.property(pattern, fc.array(word, { maxLength: 6 }), (text, words) => {
        const phrases = expandPattern(text, 1000)
        fc.pre(phrases.length < 1000)
        expect(compilePattern(text)(words.join(' '))).toBe(phrases.includes(words.join(' ')))
      }),
    )
  })
})
