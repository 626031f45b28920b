import { expect, it } from 'vitest'
import { compileGrammar } from './phrase-grammar.ts'
import { createProgressJudge } from './phrase-progress.ts'

const WORDS = 'what is rye bread please um how do i freeze a loaf of'.split(' ')
const { grammar } = compileGrammar(
  'bakery',
  {
    patterns: ['what is rye bread', 'how do i freeze (bread | a loaf [of bread])'],
    spotted: ['a loaf of (rye | rye bread)'],
  },
  new Map(WORDS.map((word) => [word, ['AH']])),
)

it.each([
  ['', 'unknown'],
  ['what', 'open'],
  ['_um', 'open'],
  ['what is rye', 'open'],
  ['what is rye bread', 'complete'],
  ['_um what is rye bread', 'complete'],
  ['what is rye bread _please', 'complete'],
  ['how do i freeze a loaf', 'extendable'],
  ['how do i freeze a loaf of', 'open'],
  ['how do i freeze a loaf of bread', 'complete'],
  ['_~ay a loaf of', 'open'],
  ['_~ay _~m a loaf of rye', 'extendable'],
  ['_~ay a loaf of rye bread _~s', 'complete'],
  ['_~ay _~m', 'unknown'],
  ['what is __r __ay', 'unknown'],
  ['rye bread', 'unknown'],
])('after "%s" the progress is %s', (hypothesis, progress) => {
  expect(createProgressJudge(grammar.network)(hypothesis)).toBe(progress)
})
