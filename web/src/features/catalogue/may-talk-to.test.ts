import { CATALOGUE, CATEGORIES } from '#contract/catalogue.ts'
import { expect, test } from 'vitest'
import { inCategory, mayTalkTo } from './may-talk-to.ts'

test('only people who may talk are offered to, and only with those who are available', () => {
  for (const assistant of CATALOGUE) {
    expect(mayTalkTo(assistant, true)).toBe(assistant.isAvailable)
    expect(mayTalkTo({ ...assistant, isAvailable: false }, true)).toBe(false)
    expect(mayTalkTo(assistant, false)).toBe(false)
  }
})

test('every label finds somebody, and no label finds everybody', () => {
  expect(inCategory(CATALOGUE, null)).toHaveLength(16)
  for (const label of CATEGORIES) {
    const found = inCategory(CATALOGUE, label)
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(16)
  }
})
