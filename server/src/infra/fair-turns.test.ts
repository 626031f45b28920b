import { expect, it } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

it('an account with many requests delays another only by the request in progress', async () => {
  let nowMs = 0
  const turns = createFairTurns(1, () => nowMs++)
  const served: string[] = []
  const ask = async (account: string, name: string) => {
    const leave = await turns.take(account)
    served.push(name)
    await Promise.resolve()
    leave()
  }
  const greedy = Array.from({ length: 4 }, (_, count) => ask('greedy', `greedy ${count}`))
  await Promise.all([...greedy, ask('modest', 'modest'), ask('other', 'other')])
  expect(served).toEqual(['greedy 0', 'modest', 'other', 'greedy 1', 'greedy 2', 'greedy 3'])
  const leave = await turns.take('greedy')
  leave()
})
