import { describe, expect, it } from 'vitest'
import { decodePcm16Base64, encodePcm16Base64 } from './pcm16.ts'

describe('PCM16', () => {
  it('survives encoding and decoding within half a step', () => {
    const samples = Float32Array.of(0, 0.5, -0.5, 1, -1, 0.123)
    const back = decodePcm16Base64(encodePcm16Base64(samples))
    expect(back).toHaveLength(samples.length)
    for (const [index, value] of samples.entries()) expect(back?.[index]).toBeCloseTo(value, 4)
  })
  it('clips instead of wrapping around', () => {
    expect(decodePcm16Base64(encodePcm16Base64(Float32Array.of(1.5, -7)))).toEqual(Float32Array.of(1, -1))
  })
  it.each(['AAA', 'AAAA====', '****', 'AA==', 'AAAAAA=='.slice(1)])('refuses %j', (text) => {
    expect(decodePcm16Base64(text)).toBeUndefined()
  })
})
