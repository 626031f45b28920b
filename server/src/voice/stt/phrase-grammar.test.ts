import { describe, expect, test } from 'vitest'
import { expandPattern } from '#contract/phrase-pattern.ts'
import { compileGrammar, grammarWords, PHONES, readHypothesis, WEIGHTS } from './phrase-grammar.ts'
import type { WordNetwork } from './soundswallower.ts'

const PRONUNCIATIONS = new Map([
  ['a', ['AH', 'EY']],
  ['budget', ['B AH JH IH T']],
  ['good', ['G UH D']],
  ['what', ['W AH T']],
  ["what's", ['W AH T S']],
  ['is', ['IH Z']],
  ['please', ['P L IY Z']],
])

const compile = (patterns: readonly string[], others: { expected?: string[]; spotted?: string[] } = {}) =>
  compileGrammar('g', { patterns, ...others }, PRONUNCIATIONS)

/** All sequences of words that the network accepts without the phone loop. */
function phrasesOf(network: WordNetwork): string[] {
  const follow = (at: number, said: readonly string[]): string[] => [
    ...(at === network.end || network.free.some(({ from, to }) => from === at && to === network.end)
      ? [said.join(' ')]
      : []),
    ...network.steps
      .filter(({ from, word }) => from === at && !word.startsWith('__'))
      .flatMap(({ to, word }) => follow(to, [...said, word])),
  ]
  return follow(network.start, []).toSorted()
}

describe('compileGrammar', () => {
  test('accepts the phrases of the patterns, with optional fillers before and after', () => {
    const { grammar, dropped } = compile(["(what is | what's) a [good] budget"])
    expect(dropped).toEqual([])
    const phrases = expandPattern("(what is | what's) a [good] budget", 10)
    const filled = phrases.flatMap((phrase) => [
      phrase,
      `_please ${phrase}`,
      `${phrase} _please`,
      `_please ${phrase} _please`,
    ])
    expect(phrasesOf(grammar.network)).toEqual(filled.toSorted())
    expect(grammar.words).toContainEqual(['_please', 'P L IY Z'])
    expect(grammar.words).toContainEqual(['a', 'AH'])
    expect(grammar.words).toContainEqual(['a(2)', 'EY'])
  })

  test('has a loop of all phones from the start to the end', () => {
    const { network, words } = compile(['budget']).grammar
    const loop = network.steps.filter(({ word, from, to }) => word.startsWith('__') && from === to)
    expect(loop).toHaveLength(PHONES.length)
    expect(loop[0]?.weight).toBe(WEIGHTS.phone)
    expect(network.steps).toContainEqual({
      from: network.start,
      to: loop[0]?.from,
      word: '__zh',
      weight: WEIGHTS.phone,
    })
    expect(network.free).toContainEqual({ from: loop[0]?.from, to: network.end, weight: 1 })
    expect(words).toContainEqual(['__zh', 'ZH'])
    // An incomplete phrase continues with one of a few phones.
    const [broken] = network.free.filter(({ to }) => to !== network.end).map(({ to }) => to)
    expect(network.steps.filter(({ from }) => from === broken)).toHaveLength(8)
  })

  test('spots only the given phrases among the phones of other speech', () => {
    const { network, words } = compile(['what is good'], {
      spotted: ['a budget'],
    }).grammar
    const around = network.steps.filter(({ word }) => word === '_~zh')
    const before = around.find(({ from, to }) => from === to)?.from
    const entries = network.free.filter(({ from }) => from === before)
    expect(entries).toHaveLength(1)
    const firstWords = network.steps.filter(({ from, word }) => from === entries[0]?.to && !word.startsWith('_'))
    expect(firstWords.map(({ word }) => word)).toEqual(['a'])
    expect(words).toContainEqual(['_~zh', 'ZH'])
    expect(readHypothesis('_~w _~ah a budget _~p')).toEqual({ text: 'a budget', understood: true })
  })

  test('weights unexpected phrases lower than expected ones', () => {
    const { network } = compile(['what is good'], {
      expected: ['a budget'],
    }).grammar
    const weightOf = (first: string) =>
      network.steps.find(({ from, word }) => from === network.start && word === first)?.weight
    expect(weightOf('what')).toBe(WEIGHTS.unexpected)
    expect(weightOf('a')).toBe(1)
  })

  test('drops unpronounceable and unreadable patterns, and keeps the rest', () => {
    const { grammar, dropped } = compile(['a zyx budget', 'a (budget', 'a budget'])
    expect(dropped).toEqual([
      { pattern: 'a zyx budget', unknownWords: ['zyx'] },
      { pattern: 'a (budget', unknownWords: [] },
    ])
    expect(phrasesOf(grammar.network)).toContain('a budget')
  })

  test('accepts nothing without phrases', () => {
    expect(phrasesOf(compile([]).grammar.network)).toEqual([])
  })
})

test('grammarWords lists each word of readable patterns once, including fillers', () => {
  const words = grammarWords({ patterns: ['a [good] budget', 'a (broken', 'good'] })
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
