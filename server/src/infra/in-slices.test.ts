import { expect, it } from 'vitest'
import { createTurnShare } from './in-slices.ts'

it('tasks wait for the next turn of the event loop once they have used their share of this one', async () => {
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

it('a long chain of tasks lets other tasks run in between', async () => {
  let nowMs = 0
  const mayGoOn = createTurnShare(() => nowMs)
  const done: string[] = []
  const chain = async (name: string, length: number) => {
    for (let task = 0; task < length; task += 1) {
      await mayGoOn()
      nowMs += 3
      done.push(name)
    }
  }
  const long = chain('long', 4_000)
  // As a request arrives: between two turns, when the chain is waiting for its next share.
  await new Promise((resolve) => setTimeout(resolve, 0))
  await chain('short', 3)
  expect(done.length).toBeLessThan(4_000)
  await long
})
