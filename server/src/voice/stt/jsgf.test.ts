import { describe, expect, test } from 'vitest'
import { compileGrammar, grammarWords, PHONES, readHypothesis } from './jsgf.ts'

const PRONUNCIATIONS = new Map([
  ['a', ['AH', 'EY']],
  ['budget', ['B AH JH IH T']],
  ['good', ['G UH D']],
  ['what', ['W AH T']],
  ["what's", ['W AH T S']],
  ['is', ['IH Z']],
  ['please', ['P L IY Z']],
])

describe('compileGrammar', () => {
  test('writes the pattern beside a loop of all phones', () => {
    const { grammar, dropped } = compileGrammar('g', ["(what is | what's) a [good] budget"], PRONUNCIATIONS, {
      rejectWeight: 0.01,
      hasFillers: false,
    })
    expect(dropped).toEqual([])
    expect(grammar.jsgf.split('\n').slice(3)).toEqual([
      "<phrase> = ( ( what is | what's ) a [ good ] budget ) ;",
      'public <utterance> = /1/ ( <phrase> ) | /0.01/ <noise> ;',
    ])
    expect(grammar.jsgf).toContain('<noise> = ( __aa | __ae |')
    expect(grammar.words).toContainEqual(['__zh', 'ZH'])
    expect(grammar.words).toContainEqual(['a', 'AH'])
    expect(grammar.words).toContainEqual(['a(2)', 'EY'])
    expect(grammar.words).toHaveLength(PHONES.length + 7)
  })

  test('allows fillers whose pronunciation is known', () => {
    const { grammar } = compileGrammar('g', ['budget'], PRONUNCIATIONS)
    expect(grammar.jsgf).toContain('( [ _please ] <phrase> [ _please ] )')
    expect(grammar.words).toContainEqual(['_please', 'P L IY Z'])
  })

  test('drops what nobody can pronounce or read, and keeps the rest', () => {
    const { grammar, dropped } = compileGrammar('g', ['a zyx budget', 'a (budget', 'a budget'], PRONUNCIATIONS)
    expect(dropped).toEqual([
      { pattern: 'a zyx budget', unknownWords: ['zyx'] },
      { pattern: 'a (budget', unknownWords: [] },
    ])
    expect(grammar.jsgf).toContain('<phrase> = ( a budget ) ;')
  })

  test('without any phrase everything is refused', () => {
    const { grammar } = compileGrammar('g', [], PRONUNCIATIONS)
    expect(grammar.jsgf).toContain('public <utterance> = <noise> ;')
  })
})

test('grammarWords lists the words of readable patterns once, fillers too', () => {
  const words = grammarWords(['a [good] budget', 'a (broken', 'good'])
  expect([...words].filter((word) => ['a', 'good', 'budget', 'broken', 'um'].includes(word))).toEqual([
    'um',
    'a',
    'good',
    'budget',
  ])
})

test.each([
  ["what's a budget", "what's a budget", true],
  ['_um what is _please', 'what is', true],
  ['__b __ah __jh', '', false],
  ['_um', '', false],
  ['', '', false],
])('reads %j as %j', (hypothesis, text, understood) => {
  expect(readHypothesis(hypothesis)).toEqual({ text, understood })
})
