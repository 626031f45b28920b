import { expect, it } from 'vitest'
import { createRecentValues } from './recent-values.ts'

it('keeps the most recently used values', () => {
  const values = createRecentValues<string, number>(2)
  const made: string[] = []
  const get = (key: string) => values.getOr(key, () => made.push(key))
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) get(key)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  expect(values.set('d', 7)).toBe('a')
  expect([values.get('a'), values.get('b'), values.get('d')]).toEqual([undefined, 4, 7])
})
