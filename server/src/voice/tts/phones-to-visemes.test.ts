import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FlitePhone } from './flite.ts'
import { MIN_CUE_MS, phonesToMouth } from './phones-to-visemes.ts'

function phonesOf(...durations: [phone: string, durationMs: number][]): FlitePhone[] {
  let endMs = 0
  return durations.map(([phone, durationMs]) => ({ phone, startMs: endMs, endMs: (endMs += durationMs) }))
}

test('phones become mouth shapes, diphthongs become two, and the mouth ends at rest', () => {
  expect(phonesToMouth(phonesOf(['pau', 12], ['b', 80], ['ay', 100], ['t', 40], ['pau', 100]))).toEqual([
    { atMs: 0, viseme: 'PP' },
    { atMs: 92, viseme: 'aa' },
    { atMs: 152, viseme: 'I' },
    { atMs: 192, viseme: 'DD' },
    { atMs: 232, viseme: 'sil' },
  ])
})

test('equal neighbouring shapes are merged into one cue', () => {
  expect(phonesToMouth(phonesOf(['t', 50], ['d', 50], ['s', 50])).map(({ viseme }) => viseme)).toEqual([
    'DD',
    'SS',
    'sil',
  ])
})

test('a short shape is skipped, but the lips always close on p, b and m', () => {
  const around = (phone: string) =>
    phonesToMouth(phonesOf(['aa', 100], [phone, 20], ['iy', 100])).map(({ viseme }) => viseme)
  expect(around('t')).toEqual(['aa', 'I', 'sil'])
  for (const lips of ['p', 'b', 'm']) expect(around(lips)).toEqual(['aa', 'PP', 'I', 'sil'])
})

test('a long rest closes the mouth, a short one does not', () => {
  const around = (restMs: number) =>
    phonesToMouth(phonesOf(['aa', 100], ['pau', restMs], ['iy', 100])).map(({ viseme }) => viseme)
  expect(around(200)).toEqual(['aa', 'sil', 'I', 'sil'])
  expect(around(40)).toEqual(['aa', 'I', 'sil'])
})

test('any phones make a well-formed timeline', () => {
  const phone = fc.constantFrom('pau', 'p', 'm', 'aa', 'ay', 'ow', 't', 's', 'zz')
  fc.assert(
    fc.property(fc.array(fc.tuple(phone, fc.integer({ min: 1, max: 200 }))), (durations) => {
      const mouth = phonesToMouth(phonesOf(...durations))
      expect(mouth[0]?.atMs).toBe(0)
      expect(mouth.at(-1)?.viseme).toBe('sil')
      for (const [index, cue] of mouth.slice(1, -1).entries()) {
        expect(cue.viseme).not.toBe(mouth[index]?.viseme)
        expect(cue.atMs - (mouth[index]?.atMs ?? 0)).toBeGreaterThanOrEqual(MIN_CUE_MS - 1)
      }
    }),
  )
})
