import { expect, test } from 'vitest'
import { decodePcm16Base64, encodePcm16Base64, toInt16 } from './pcm16.ts'

test('writes little-endian samples and reads them back', () => {
  const base64 = encodePcm16Base64(Int16Array.from([0, 1, -1, 32_767, -32_768]))
  expect(base64).toBe(Buffer.from([0, 0, 1, 0, 0xff, 0xff, 0xff, 0x7f, 0, 0x80]).toString('base64'))
  expect([...(decodePcm16Base64(base64) ?? [])]).toEqual([0, 1 / 32_768, -1 / 32_768, 32_767 / 32_768, -1])
})

test('invalid base64 yields no audio', () => {
  expect(decodePcm16Base64('not base64!')).toBeNull()
  expect(decodePcm16Base64('AAAB')).toHaveLength(1)
})

test('clips samples that are too loud', () => {
  expect([2, 1, 0, -1, -7].map(toInt16)).toEqual([32_767, 32_767, 0, -32_768, -32_768])
})
