import { expect, test } from 'vitest'
import { SpeechCache } from './speech-cache.ts'

const speechOf = (sampleCount: number) => [{ samples: new Float32Array(sampleCount), mouth: [], words: [] }]

test('the least recently used entry is removed first, and the size limit holds', () => {
  const cache = new SpeechCache(5_000)
  for (const key of ['a', 'b']) cache.set(key, speechOf(1000))
  cache.get('a')
  cache.set('c', speechOf(1000))
  expect([cache.get('a'), cache.get('b'), cache.get('c')].map(Boolean)).toEqual([true, false, true])
  expect(cache.bytes).toBeLessThanOrEqual(5_000)
})

test('a repeated key counts once, and entries that are too large are not stored', () => {
  const cache = new SpeechCache(5_000)
  cache.set('a', speechOf(1000))
  cache.set('a', speechOf(500))
  expect(cache.bytes).toBe(1002)
  cache.set('huge', speechOf(5_000))
  expect(cache.get('huge')).toBeUndefined()
  expect(cache.get('a')).toBeDefined()
})
