import { expect, test } from 'vitest'
import { joinVoices } from './known-voice.ts'

test('each voice counts by its length, the earlier one by four seconds at most', () => {
  const now = { mean: [0], samples: 16_000 }
  expect(joinVoices({ mean: [8], samples: 16_000 }, now)).toEqual({ mean: [4], samples: 32_000 })
  expect(joinVoices({ mean: [10], samples: 999_999 }, now)?.mean).toEqual([8])
  expect(joinVoices(undefined, now)).toBe(now)
})
