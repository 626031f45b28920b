import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../settings.ts'
import { createDeliveries } from './deliveries.ts'

test('what is written during the last step of a look is looked for at once', async () => {
  let looks = 0
  const db = { transaction: async () => ((looks += 1), []) } as unknown as Database
  const settings = {
    publicUrl: '',
    webhookUrl: undefined,
    clock: () => new Date(),
    afterLastRetry: 'canceled' as const,
  }
  const deliver = () => Promise.reject(new Error('nothing is due'))
  const deliveries = createDeliveries({ db, settings, secret: '', deliver, log: console })
  for (let steps = 0; steps < 20; steps += 1) {
    deliveries.wake()
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    const before = looks
    deliveries.wake()
    await setImmediate()
    expect(looks, `woken after ${steps} steps`).toBeGreaterThan(before)
  }
  await deliveries.close()
})
