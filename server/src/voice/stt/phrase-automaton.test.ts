import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandPattern, parsePattern } from '#contract/phrase-pattern.ts'
import { buildPhraseAutomaton, type PhraseAutomaton } from './phrase-automaton.ts'

function phrasesOf({ states }: PhraseAutomaton): string[] {
  const follow = (at: number, said: readonly string[]): string[] => [
    ...(states[at]?.isEnd ? [said.join(' ')] : []),
    ...(states[at]?.arcs ?? []).flatMap(({ word, to }) => follow(to, [...said, word])),
  ]
  return follow(0, []).toSorted()
}

const build = (patterns: readonly string[]): PhraseAutomaton => buildPhraseAutomaton(patterns.map(parsePattern))

test('phrases share states at their beginnings and ends', () => {
  const automaton = build(['how do i boil an egg', 'how do i fry an egg', 'how do i fry [some] rice'])
  expect(phrasesOf(automaton)).toEqual([
    'how do i boil an egg',
    'how do i fry an egg',
    'how do i fry rice',
    'how do i fry some rice',
  ])
  expect(automaton.states).toHaveLength(9)
})

const word = fc.constantFrom('what', 'is', 'a', 'good', 'budget')
const pattern = fc
  .array(
    fc.oneof(
      word,
      fc.tuple(word, word).map(([a, b]) => `[${a} | ${b} a]`),
      fc.tuple(word, word).map(([a, b]) => `(${a} | ${b})`),
    ),
    {
      maxLength: 4,
    },
  )
  .chain((parts) => word.map((last) => [...parts, last].join(' ')))

test('the automaton accepts exactly the phrases of the patterns, each in one way', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), (patterns) => {
      const phrases = new Set(patterns.flatMap((each) => expandPattern(each, 10_000)))
      expect(phrasesOf(build(patterns))).toEqual([...phrases].toSorted())
    }),
    { numRuns: 200 },
  )
})
