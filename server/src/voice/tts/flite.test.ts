import { expect, test } from 'vitest'
import { phonesOfWords, synthesise } from './flite.ts'
import { phonesOf } from './pronunciation.ts'

test.each(['slt', 'rms', 'awb'] as const)('%s speaks, and the phones last as long as the audio', async (voice) => {
  const { samples, sampleRate, phones } = await synthesise('Hello, how are you?', { voice })
  expect(sampleRate).toBe(16_000)
  expect(phones.slice(0, 5).map(({ phone }) => phone)).toEqual(['pau', 'hh', 'ax', 'l', 'ow'])
  expect(Math.abs((phones.at(-1)?.endMs ?? 0) - (samples.length / sampleRate) * 1000)).toBeLessThan(12)
  expect(samples.some((sample) => Math.abs(sample) > 0.1)).toBe(true)
})

test('the duration factor changes the length of the audio', async () => {
  const plain = await synthesise('Hello there', { voice: 'slt' })
  const slow = await synthesise('Hello there', { voice: 'slt', durationFactor: 1.5 })
  expect(slow.samples.length / plain.samples.length).toBeCloseTo(1.5, 1)
})

test('phones of many words can be requested at once', async () => {
  expect(await phonesOfWords(['the', '', 'b2b', "we'll", 'hello', 'a'])).toEqual([
    ['dh', 'ax'],
    [],
    [],
    ['w', 'iy', 'l'],
    ['hh', 'ax', 'l', 'ow'],
    ['ey'],
  ])
  expect(await phonesOfWords([])).toEqual([])
})

test('pronunciations use the phones of the CMU dictionary', async () => {
  expect(await phonesOf(['hello', 'O’Neill', '…', 'e-mail'])).toEqual([
    ['HH', 'AH', 'L', 'OW'],
    ['OW', 'N', 'IY', 'L'],
    [],
    ['IY', 'M', 'EY', 'L'],
  ])
})
