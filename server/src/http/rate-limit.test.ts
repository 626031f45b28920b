import { describe, expect, it } from 'vitest'
import { createRateLimiter, LOCAL_RATES, PRODUCTION_RATES } from './rate-limit.ts'

function limiterAt(start: number, maxKeys?: number) {
  const clock = { ms: start }
  const rates = { ...PRODUCTION_RATES, mail: { burst: 2, refillMs: 10_000 } }
  const limiter = createRateLimiter(rates, { nowMs: () => clock.ms, ...(maxKeys ? { maxKeys } : {}) })
  return { clock, limiter }
}

describe('a rate limiter', () => {
  it('lets a burst through, then says truly how long to wait', () => {
    const { clock, limiter } = limiterAt(0)
    limiter.take('mail', 'a')
    limiter.take('mail', 'a')
    clock.ms = 3_500
    expect(() => limiter.take('mail', 'a')).toThrow(
      expect.objectContaining({
        code: 'rate-limited',
        retryAfterSeconds: 7,
        detail: expect.stringContaining('7 seconds'),
      }),
    )
    clock.ms = 3_500 + 6_500
    limiter.take('mail', 'a')
    expect(() => limiter.take('mail', 'a')).toThrow(expect.objectContaining({ retryAfterSeconds: 10 }))
  })

  it('counts clients and classes apart', () => {
    const { limiter } = limiterAt(0)
    limiter.take('mail', 'a')
    limiter.take('mail', 'a')
    limiter.take('mail', 'b')
    limiter.take('general', 'a')
    expect(() => limiter.take('mail', 'a')).toThrow(/rate-limited/)
  })

  it('never saves up more than a burst', () => {
    const { clock, limiter } = limiterAt(0)
    limiter.take('mail', 'a')
    clock.ms = 3_600_000
    limiter.take('mail', 'a')
    limiter.take('mail', 'a')
    expect(() => limiter.take('mail', 'a')).toThrow(/rate-limited/)
  })

  it('takes a token back, but never beyond a burst', () => {
    const { limiter } = limiterAt(0)
    limiter.take('mail', 'a')
    limiter.giveBack('mail', 'a')
    limiter.giveBack('mail', 'a')
    limiter.take('mail', 'a')
    limiter.take('mail', 'a')
    expect(() => limiter.take('mail', 'a')).toThrow(/rate-limited/)
  })

  it('forgets the client that was away longest when there are too many', () => {
    const { limiter } = limiterAt(0, 2)
    for (const client of ['old', 'old', 'busy', 'busy', 'new']) limiter.take('mail', client)
    expect(() => limiter.take('mail', 'busy')).toThrow(/rate-limited/)
    limiter.take('mail', 'old')
  })

  it('guards against guessing one account in local mode as much as in production', () => {
    expect(LOCAL_RATES['sign-in-failure-address']).toEqual(PRODUCTION_RATES['sign-in-failure-address'])
  })
})
