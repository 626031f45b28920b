import { expect, test } from 'vitest'
import { createDecoderLeases } from './decoder-leases.ts'

const never = new AbortController().signal

test('prefers a decoder that has the grammar, then a new one, then the one idle for longest', async () => {
  const leases = createDecoderLeases(2, 3)
  const first = await leases.take('a', never)
  leases.give(first)
  expect(await leases.take('a', never)).toEqual(first)
  leases.give(first)
  const second = await leases.take('b', never)
  expect(second.slot).not.toBe(first.slot)
  leases.give(second)
  const third = await leases.take('c', never)
  leases.give(third)
  expect(await leases.take('d', never)).toEqual(first)
  expect(leases.count()).toBe(3)
})

test('spreads those who speak at once over the workers', async () => {
  const leases = createDecoderLeases(2, 8)
  const lent = await Promise.all(['a', 'a', 'a', 'a'].map((grammarId) => leases.take(grammarId, never)))
  expect(lent.filter(({ worker }) => worker === 0)).toHaveLength(2)
})

test('who comes when all are lent waits for the next one, in order, unless they give up', async () => {
  const leases = createDecoderLeases(1, 1)
  const lent = await leases.take('a', never)
  const impatient = new AbortController()
  const givenUp = leases.take('b', impatient.signal)
  const order: string[] = []
  const later = leases.take('c', never).then((lease) => (order.push('c'), lease))
  const last = leases.take('d', never).then((lease) => (order.push('d'), lease))
  impatient.abort(new Error('hung up'))
  await expect(givenUp).rejects.toThrow('hung up')
  leases.give(lent)
  leases.give(await later)
  expect(await last).toEqual(lent)
  expect(order).toEqual(['c', 'd'])
  await expect(leases.take('e', impatient.signal)).rejects.toThrow('hung up')
})

test('a decoder given back twice is lent once', async () => {
  const leases = createDecoderLeases(1, 2)
  const lent = await leases.take('a', never)
  leases.give(lent)
  leases.give(lent)
  const [one, other] = await Promise.all([leases.take('a', never), leases.take('a', never)])
  expect(one.slot).not.toBe(other.slot)
})

test('after a crash no decoder of that worker counts as warm', async () => {
  const leases = createDecoderLeases(2, 2)
  const first = await leases.take('a', never)
  const second = await leases.take('a', never)
  leases.give(first)
  leases.give(second)
  leases.forget(first.worker)
  expect(await leases.take('a', never)).toEqual(second)
})
