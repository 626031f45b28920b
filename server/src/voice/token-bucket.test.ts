import { expect, it } from 'vitest'
import { createTokenBucket } from './token-bucket.ts'

it('a token bucket allows a burst, refills steadily, and holds no more than a burst after a long pause', () => {
  let nowMs = 0
  const bucket = createTokenBucket({ burst: 3, perSecond: 2 }, () => nowMs)
  expect([bucket.take(2), bucket.take(2), bucket.take()]).toEqual([true, false, true])
  expect(bucket.waitMs()).toBe(500)
  nowMs = 250
  expect([bucket.take(), bucket.waitMs()]).toEqual([false, 250])
  nowMs = 500
  expect(bucket.take()).toBe(true)
  nowMs = 3_600_000
  expect([bucket.waitMs(), bucket.take(4), bucket.take(3), bucket.take()]).toEqual([0, false, true, false])
})
