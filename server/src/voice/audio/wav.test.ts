import { expect, test } from 'vitest'
import { encodeWav } from './wav.ts'

test('a WAV file has a correct header and the right samples', () => {
  const file = encodeWav(new Float32Array([0, 1, -1, 2, 0.5]), 24_000)
  const text = (from: number) => file.toString('latin1', from, from + 4)
  expect([text(0), text(8), text(12), text(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data'])
  expect(file.readUInt32LE(4)).toBe(file.length - 8)
  expect(file.readUInt32LE(16)).toBe(16)
  // Format (1 for PCM), channels, bytes per sample, bits per sample.
  expect([20, 22, 32, 34].map((at) => file.readUInt16LE(at))).toEqual([1, 1, 2, 16])
  expect([24, 28].map((at) => file.readUInt32LE(at))).toEqual([24_000, 48_000])
  expect(file.readUInt32LE(40)).toBe(10)
  expect([44, 46, 48, 50, 52].map((at) => file.readInt16LE(at))).toEqual([0, 32_767, -32_767, 32_767, 16_384])
  expect(file.buffer.byteLength).toBe(file.length)
})
