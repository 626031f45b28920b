import { expect, test } from 'vitest'
import { createDecoderLeases } from './decoder-leases.ts'

const never = new AbortController().signal

test('prefers a decoder with the grammar, then the longest idle one, and creates one only if all are busy', async () => {
  const leases = createDecoderLeases(1, 3)
  const first = await leases.take('a', 'ann', never)
  const second = await leases.take('b', 'ben', never)
  expect(second.slot).not.toBe(first.slot)
  leases.give(first)
  leases.give(second)
  expect(await leases.take('b', 'ann', never)).toEqual(second)
  leases.give(second)
  expect(await leases.take('c', 'ann', never)).toEqual(first)
  expect(leases.count()).toBe(2)
})

test('creates a decoder on an idle worker rather than lending one of a busy worker', async () => {
  const leases = createDecoderLeases(2, 4)
  const lent = await Promise.all(['a', 'a', 'a'].map((grammarId) => leases.take(grammarId, 'ann', never)))
  const [busy, calm, idle] = lent
  if (busy && calm && idle) for (const lease of [calm, idle]) leases.give(lease)
  expect((await leases.take('b', 'ann', never)).worker).toBe(1)
  expect(lent.map(({ worker }) => worker)).toEqual([0, 1, 0])
})

test('spreads simultaneous speakers over the workers', async () => {
  const leases = createDecoderLeases(2, 8)
  const lent = await Promise.all(['a', 'a', 'a', 'a'].map((grammarId) => leases.take(grammarId, 'ann', never)))
  expect(lent.filter(({ worker }) => worker === 0)).toHaveLength(2)
})

test('callers wait in order for a decoder if all are lent, unless they give up', async () => {
  const leases = createDecoderLeases(1, 1)
  const lent = await leases.take('a', 'ann', never)
  const impatient = new AbortController()
  const givenUp = leases.take('b', 'ann', impatient.signal)
  const order: string[] = []
  const later = leases.take('c', 'ann', never).then((lease) => (order.push('c'), lease))
  const last = leases.take('d', 'ann', never).then((lease) => (order.push('d'), lease))
  impatient.abort(new Error('hung up'))
  await expect(givenUp).rejects.toThrow('hung up')
  leases.give(lent)
  leases.give(await later)
  expect(await last).toEqual(lent)
  expect(order).toEqual(['c', 'd'])
  await expect(leases.take('e', 'ann', impatient.signal)).rejects.toThrow('hung up')
})

test('a decoder given back twice is lent once', async () => {
  const leases = createDecoderLeases(1, 2)
  const lent = await leases.take('a', 'ann', never)
  leases.give(lent)
  leases.give(lent)
  const [one, other] = await Promise.all([leases.take('a', 'ann', never), leases.take('a', 'ann', never)])
  expect(one.slot).not.toBe(other.slot)
})

test('after a crash no decoder of that worker counts as warm', async () => {
  const leases = createDecoderLeases(2, 2)
  const first = await leases.take('a', 'ann', never)
  const second = await leases.take('a', 'ann', never)
  leases.give(first)
  leases.give(second)
  leases.forget(first.worker)
  expect(await leases.take('a', 'ann', never)).toEqual(second)
})

test('no caller can hold all decoders, and the caller with the fewest is served first', async () => {
  const leases = createDecoderLeases(1, 8)
  const greedy = await Promise.all(Array.from({ length: 6 }, () => leases.take('a', 'greedy', never)))
  const served: string[] = []
  const wait = (caller: string) => leases.take('a', caller, never).then(() => served.push(caller))
  void wait('greedy')
  await wait('ann')
  await wait('ben')
  void wait('cleo')
  const [first, second] = greedy
  if (first) leases.give(first)
  if (second) leases.give(second)
  await Promise.resolve()
  await Promise.resolve()
  expect(served).toEqual(['ann', 'ben', 'cleo', 'greedy'])
})

test('keeps a decoder with the grammar for each call until it ends', async () => {
  const leases = createDecoderLeases(1, 4)
  const call = new AbortController()
  for (const kept of leases.expect('a', never)) leases.give(kept)
  expect(leases.expect('a', call.signal)).toEqual([{ worker: 0, slot: 1 }])
  leases.give({ worker: 0, slot: 1 })
  // Both keep their grammar while both calls last; then the longest idle one gets another grammar.
  expect((await leases.take('b', 'ann', never)).slot).toBe(2)
  call.abort()
  expect((await leases.take('c', 'ann', never)).slot).toBe(0)
  expect(leases.expect('c', never)).toEqual([])
  expect(leases.expect('d', call.signal)).toEqual([])
})

test('each call also gives the first decoder to one worker that has none', async () => {
  const leases = createDecoderLeases(3, 8)
  leases.give(await leases.take('a', 'ann', never))
  expect(leases.expect('a', never)).toEqual([{ worker: 1, slot: 1 }])
  leases.give({ worker: 1, slot: 1 })
  expect(leases.expect('b', never)).toEqual([
    { worker: 0, slot: 0 },
    { worker: 2, slot: 2 },
  ])
  expect(leases.expect('b', never)).toEqual([])
})
