import { expect, test } from 'vitest'
import { loudStretches, mix } from './page-audio.ts'

function chunk(atMs: number, durationMs: number, sampleRate: number, level: number, graph = 0) {
  const count = (durationMs / 1000) * sampleRate
  const bytes = Buffer.alloc(count * 2)
  for (let index = 0; index < count; index += 1) bytes.writeInt16LE(level * (index % 2 === 0 ? 1 : -1), index * 2)
  return { graph, sampleRate, atMs, pcm: bytes.toString('base64') }
}

test('without chunks there are no loud stretches', () => {
  expect(loudStretches(mix([]))).toEqual([])
})

test('chunks are placed at the times they were heard, whatever their rate and order', () => {
  const heard = mix([chunk(1_500, 100, 16_000, 8_000), chunk(1_000, 100, 8_000, 8_000, 1)])
  expect(heard.startMs).toBe(1_000)
  expect(heard.samples).toHaveLength(16_000 * 0.6)
  expect(loudStretches(heard)).toEqual([
    { fromMs: 1_000, toMs: 1_100 },
    { fromMs: 1_500, toMs: 1_600 },
  ])
})

test('a short pause does not split a stretch, faint noise is ignored, and overlapping sounds are clipped', () => {
  const faint = chunk(2_000, 100, 16_000, 100)
  const words = [
    chunk(1_000, 100, 16_000, 30_000),
    chunk(1_000, 100, 16_000, 30_000, 1),
    chunk(1_300, 100, 16_000, 8_000),
  ]
  const heard = mix([...words, faint])
  expect(heard.samples[0]).toBe(32_767)
  expect(loudStretches(heard)).toEqual([{ fromMs: 1_000, toMs: 1_400 }])
})
