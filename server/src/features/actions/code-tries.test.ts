import { expect, it } from 'vitest'
import { createCodeTries } from './code-tries.ts'

const HOUR_MS = 3_600_000

it('tries at the same moment are counted before their outcome is known', () => {
  let nowMs = 0
  const tries = createCodeTries(() => nowMs)
  const take = (calls: number, each: number) =>
    Array.from({ length: calls * each }, (_, index) => tries.take(`call ${index % calls}`, 'own_a')).filter(Boolean)
  expect(take(1, 20)).toHaveLength(3)
  tries.giveBack('call 0', 'own_a')
  expect(take(1, 20)).toHaveLength(1)
  expect(take(60, 1)).toHaveLength(27)
  expect(tries.take('another', 'own_b')).toBe(true)
  nowMs = HOUR_MS
  expect(tries.take('call 0', 'own_a')).toBe(true)
})
