import { expect, it } from 'vitest'
import { createLostCalls } from './lost-calls.ts'

/** The silence after which each look ends calls; null for a look that ends none. A look fails while `isDown`. */
function createSweeps(isSoleProcess: boolean) {
  let now = 0
  let isDown = false
  let silentFor: number | null = null
  const lost = createLostCalls({
    records: {
      async expireGrants() {
        if (isDown) throw new Error('the database is down')
      },
      async endLost(silentForMs, exceptIds) {
        expect(exceptIds).toEqual(['call_held'])
        silentFor = silentForMs
        return 1
      },
    },
    heldIds: () => ['call_held'],
    isSoleProcess,
    nowMs: () => now,
  })
  return {
    setDown: (value: boolean) => void (isDown = value),
    at: async (seconds: number) => {
      now = seconds * 1_000
      silentFor = null
      await lost.look().catch(() => undefined)
      return silentFor
    },
  }
}

it('calls are ended once all processes have had time to write their beats', async () => {
  const { at } = createSweeps(false)
  expect([await at(0), await at(10), await at(20), await at(30)]).toEqual([null, null, 20_000, 20_000])
})

it('a process that has the database to itself ends all calls at its start', async () => {
  const { at } = createSweeps(true)
  expect([await at(0), await at(10), await at(20)]).toEqual([0, null, 20_000])
})

it('no call is ended soon after the database could not be reached', async () => {
  const { at, setDown } = createSweeps(false)
  for (const seconds of [0, 10, 20]) await at(seconds)
  setDown(true)
  expect(await at(30)).toBeNull()
  setDown(false)
  expect([await at(40), await at(50), await at(60)]).toEqual([null, null, 20_000])
})

it('no call is ended soon after a look that waited for the database', async () => {
  const { at } = createSweeps(false)
  for (const seconds of [0, 10, 20]) await at(seconds)
  expect([await at(60), await at(70), await at(80)]).toEqual([null, null, 20_000])
})
