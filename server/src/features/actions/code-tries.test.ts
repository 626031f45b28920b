import { expect, it } from 'vitest'
import { createCodeTries } from './code-tries.ts'

const HOUR_MS = 3_600_000

it('simultaneous tries are counted before their outcome is known', () => {
  let nowMs = 0
  const tries = createCodeTries(() => nowMs)
  const trier = (call: number) => ({ callId: `call ${call}`, assistantId: 'own_a', network: `network ${call}` })
  const take = (calls: number, each: number) =>
    Array.from({ length: calls * each }, (_, index) => tries.take(trier(index % calls))).filter(Boolean)
  expect(take(1, 20)).toHaveLength(3)
  tries.giveBack(trier(0))
  expect(take(1, 20)).toHaveLength(1)
  expect(take(60, 1)).toHaveLength(27)
  expect(tries.take({ ...trier(99), assistantId: 'own_b' })).toBe(true)
  nowMs = HOUR_MS
  expect(tries.take(trier(0))).toBe(true)
})

it('calls from one network do not use up the tries that an assistant allows all callers', () => {
  const tries = createCodeTries(() => 0)
  const from = (network: string | null) =>
    Array.from({ length: 60 }, (_, call) =>
      tries.take({ callId: `${network} ${call}`, assistantId: 'own_a', network }),
    ).filter(Boolean).length
  expect(['hostile', 'other', null].map(from)).toEqual([6, 6, 18])
})
