import { expect, test } from 'vitest'
import { joinVoices } from './known-voice.ts'

test('two voices are averaged by length, with at most four seconds for the earlier one', () => {
  const now = { mean: [0], samples: 16_000 }
  expect(joinVoices({ mean: [8], samples: 16_000 }, now)).toEqual({ mean: [4], samples: 32_000 })
  expect(joinVoices({ mean: [10], samples: 999_999 }, now)?.mean).toEqual([8])
  expect(joinVoices(undefined, now)).toBe(now)
})
