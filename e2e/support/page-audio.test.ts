import { expect, test } from 'vitest'
import { loudStretches, mix } from './page-audio.ts'

/** A tenth of a second of sound. */
function chunk(atMs: number, level: number) {
  const count = 16_000 * 0.1
  const bytes = Buffer.alloc(count * 2)
  for (let index = 0; index < count; index += 1) bytes.writeInt16LE(level * (index % 2 === 0 ? 1 : -1), index * 2)
  return { atMs, pcm: bytes.toString('base64') }
}

test('without chunks there are no loud stretches', () => {
  expect(loudStretches(mix([]))).toEqual([])
})

test('chunks are placed at the times they were heard, whatever their order', () => {
  const heard = mix([chunk(1_500, 8_000), chunk(1_000, 8_000)])
  expect(heard.startMs).toBe(1_000)
  expect(heard.samples).toHaveLength(16_000 * 0.6)
  expect(loudStretches(heard)).toEqual([
    { fromMs: 1_000, toMs: 1_100 },
    { fromMs: 1_500, toMs: 1_600 },
  ])
})

test('a short pause does not split a stretch, faint noise is ignored, and overlapping sounds are clipped', () => {
  const faint = chunk(2_000, 100)
  const words = [chunk(1_000, 30_000), chunk(1_000, 30_000), chunk(1_300, 8_000)]
  const heard = mix([...words, faint])
  expect(heard.samples[0]).toBe(32_767)
  expect(loudStretches(heard)).toEqual([{ fromMs: 1_000, toMs: 1_400 }])
})
