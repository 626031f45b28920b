import { expect, it } from 'vitest'
import { createTurns } from './one-at-a-time.ts'

it('work on one key waits for the work before it, and is done even if that has failed', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const failing = inTurn('ann', async () => {
    await Promise.resolve()
    done.push('first')
    throw new Error('the provider is away')
  })
  const following = inTurn('ann', async () => done.push('second'))
  await inTurn('bob', async () => done.push('another key'))
  await expect(failing).rejects.toThrow('the provider is away')
  await following
  expect(done).toEqual(['another key', 'first', 'second'])
})
