import { describe, expect, it, vi } from 'vitest'
import { createRateLimiter, LOCAL_RATES, PRODUCTION_RATES, type RateClass } from './rate-limit.ts'

function limiterAt(start: number, maxKeys?: number) {
  const clock = { ms: start }
  const rates = { ...PRODUCTION_RATES, mail: { burst: 2, refillMs: 10_000 } }
  const limiter = createRateLimiter(rates, { nowMs: () => clock.ms, ...(maxKeys ? { maxKeys } : {}) })
  return { clock, limiter }
}

describe('a rate limiter', () => {
  it('allows a burst, then says exactly how long to wait', () => {
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

  it.each([
    [1_000, 'a second'],
    [89_000, '89 seconds'],
    [90_000, '2 minutes'],
    [600_000, '10 minutes'],
  ])('says a wait of %i ms as "%s"', (refillMs, words) => {
    const limiter = createRateLimiter({ ...PRODUCTION_RATES, mail: { burst: 1, refillMs } }, { nowMs: () => 0 })
    limiter.take('mail', 'a')
    const detail = `Please wait ${words} and try again. Nothing was changed.`
    expect(() => limiter.take('mail', 'a')).toThrow(expect.objectContaining({ detail }))
  })

  it('counts clients and classes apart', () => {
    const { limiter } = limiterAt(0)
    limiter.take('mail', 'a')
    limiter.take('mail', 'a')
    limiter.take('mail', 'b')
    limiter.take('general', 'a')
    expect(() => limiter.take('mail', 'a')).toThrow(/rate-limited/)
  })

  it('never accumulates more than a burst', () => {
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

  it('forgets the least recently seen client when there are too many', () => {
    const { limiter } = limiterAt(0, 2)
    for (const client of ['busy', 'old', 'old', 'busy', 'new']) limiter.take('mail', client)
    expect(() => limiter.take('mail', 'busy')).toThrow(/rate-limited/)
    limiter.take('mail', 'old')
  })

  /** How often one client is admitted: at once, and within an hour in which it tries all that it can twice a minute. */
  function admitted(rateClass: RateClass): [atOnce: number, inAnHour: number] {
    const clock = { ms: 0 }
    const limiter = createRateLimiter(PRODUCTION_RATES, { nowMs: () => clock.ms })
    let count = 0
    const tryAll = () => {
      try {
        for (;;) {
          limiter.take(rateClass, 'a')
          count += 1
        }
      } catch {
        return count
      }
    }
    const atOnce = tryAll()
    while (clock.ms < 3_600_000) {
      clock.ms += 30_000
      tryAll()
    }
    return [atOnce, count]
  }

  it('admits a client in production as often as people and programs need, and not more', () => {
    const classes = Object.keys(PRODUCTION_RATES) as RateClass[]
    expect(Object.fromEntries(classes.map((name) => [name, admitted(name)]))).toEqual({
      general: [300, 36_300],
      'sign-up': [20, 80],
      'sign-in-pair': [10, 21],
      'sign-in-device': [10, 21],
      'sign-in-network': [60, 180],
      'sign-in-account': [20, 140],
      'own-password': [10, 21],
      mail: [10, 70],
      'mail-address': [4, 16],
      'mail-link': [30, 390],
      contact: [6, 36],
      'contact-client-address': [4, 10],
      'contact-address': [40, 100],
      call: [20, 380],
      socket: [30, 750],
      speech: [15, 915],
      upload: [20, 380],
      export: [5, 17],
      file: [300, 36_300],
      video: [20, 380],
      checkout: [20, 620],
      webhook: [2_000, 242_000],
      outgoing: [20, 1_220],
      program: [120, 7_320],
    })
  })

  it('limits guesses at one account in local mode as strictly as in production', () => {
    for (const rateClass of ['sign-in-pair', 'sign-in-device', 'sign-in-account', 'own-password'] as const) {
      expect(LOCAL_RATES[rateClass]).toEqual(PRODUCTION_RATES[rateClass])
    }
  })

  it('charges no limit if another one refuses the request', () => {
    const { limiter } = limiterAt(0)
    limiter.take('mail', 'address')
    limiter.take('mail', 'address')
    for (let tries = 0; tries < 5; tries += 1) {
      expect(() =>
        limiter.takeAll([
          ['mail', 'client'],
          ['mail', 'address'],
        ]),
      ).toThrow(/rate-limited/)
    }
    limiter.take('mail', 'client')
    limiter.take('mail', 'client')
  })

  it('uses a monotonic clock, unaffected by changes of the system time', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const limiter = createRateLimiter({ ...PRODUCTION_RATES, mail: { burst: 1, refillMs: 60_000 } })
    limiter.take('mail', 'a')
    vi.setSystemTime(Date.now() - 3_600_000)
    let problem: unknown
    try {
      limiter.take('mail', 'a')
    } catch (error) {
      problem = error
    }
    vi.useRealTimers()
    expect(problem).toMatchObject({ retryAfterSeconds: 60 })
  })
})

describe('a growing wait', () => {
  const RULE = { burst: 3, firstWaitMs: 2_000, maxWaitMs: 10_000, forgottenAfterMs: 60_000 }
  function growing() {
    const clock = { ms: 0 }
    const limiter = createRateLimiter({ ...PRODUCTION_RATES, 'sign-in-pair': RULE }, { nowMs: () => clock.ms })
    const wait = () => {
      try {
        limiter.take('sign-in-pair', 'a')
        return 0
      } catch (error) {
        return (error as { retryAfterSeconds: number }).retryAfterSeconds
      }
    }
    return { clock, limiter, wait }
  }

  it('begins after the free tries, doubles up to its limit, and does not grow with refused tries', () => {
    const { clock, wait } = growing()
    expect([wait(), wait(), wait()]).toEqual([0, 0, 0])
    for (const seconds of [2, 4, 8, 10, 10]) {
      expect([wait(), wait(), wait()]).toEqual([seconds, seconds, seconds])
      clock.ms += seconds * 1_000
      expect(wait()).toBe(0)
    }
  })

  it('is reset after a success or a long pause', () => {
    const { clock, limiter, wait } = growing()
    for (let tries = 0; tries < 3; tries += 1) wait()
    limiter.giveBack('sign-in-pair', 'a')
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 2])
    clock.ms += RULE.forgottenAfterMs
    expect([wait(), wait(), wait(), wait()]).toEqual([0, 0, 0, 2])
  })
})
