import { CATALOGUE, CATEGORIES } from '#contract/catalogue.ts'
import { expect, test } from 'vitest'
import { findAssistants } from './find-assistants.ts'

function namesFor(words: string, category: string | null = null): string[] {
  return findAssistants(CATALOGUE, { words, category }).map(({ name }) => name)
}

test('each of the seventeen labels finds some of the assistants, but not all', () => {
  expect(CATEGORIES).toHaveLength(17)
  expect(namesFor('')).toHaveLength(16)
  for (const label of CATEGORIES) {
    const found = namesFor('', label)
    expect(found.length, label).toBeGreaterThan(0)
    expect(found.length, label).toBeLessThan(16)
  }
})

test('a search covers names, titles, labels and descriptions, ignoring case and accents', () => {
  expect(namesFor('amara')).toEqual(['Amara'])
  expect(namesFor('  ÀMARA ')).toEqual(['Amara'])
  expect(namesFor('behavioral')).not.toHaveLength(0)
  expect(namesFor('pensions')).toEqual(['Marcus'])
  // The words that the empty state suggests must find something.
  for (const word of ['budget', 'pasta', 'homework']) expect(namesFor(word), word).not.toHaveLength(0)
})

test('all words must match, in any order, and punctuation is ignored', () => {
  expect(namesFor('jargon, budgets')).toEqual(['Marcus'])
  expect(namesFor('budgets wifi')).toEqual([])
  expect(namesFor('(*')).toHaveLength(16)
})

test('a search and a label are combined', () => {
  expect(namesFor('amara', 'Healthcare')).toEqual(['Amara'])
  expect(namesFor('amara', 'Finance')).toEqual([])
})
