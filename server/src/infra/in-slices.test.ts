import { expect, it } from 'vitest'
import { createTurnShare } from './in-slices.ts'

it('tasks wait for the next turn of the event loop once they have taken their share of one', async () => {
  let nowMs = 0
  const mayGoOn = createTurnShare(() => nowMs)
  const order: (number | 'others')[] = []
  setImmediate(() => order.push('others'))
  for (const task of [1, 2, 3, 4, 5]) {
    await mayGoOn()
    nowMs += 3
    order.push(task)
  }
  expect(order).toEqual([1, 2, 3, 'others', 4, 5])
})
