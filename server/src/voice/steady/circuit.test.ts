import { describe, expect, it } from 'vitest'
import { createVendorCircuit } from '../../vendors/vendor-circuit.ts'
import { VendorError, type VendorErrorKind } from '../../vendors/vendor-error.ts'

function circuitAt() {
  const clock = { nowMs: 1_000_000 }
  const failures: unknown[] = []
  const circuit = createVendorCircuit(
    (error) => failures.push(error),
    () => clock.nowMs,
  )
  const fail = (kind: VendorErrorKind = 'timed-out', options = {}) =>
    circuit.enter()?.failed(new VendorError('openai', kind, options))
  return { circuit, clock, failures, fail }
}

describe('a circuit', () => {
  it('rests after a failure, lets one try, and is whole again when that works', () => {
    const { circuit, clock, fail } = circuitAt()
    fail()
    expect(circuit.enter()).toBeUndefined()
    expect(circuit.report()).toEqual({ live: false, lastFailure: { atMs: 1_000_000, what: 'timed-out' } })
    clock.nowMs += 10_000
    const probe = circuit.enter()
    expect(circuit.enter()).toBeUndefined()
    probe?.succeeded()
    expect(circuit.enter()).toBeDefined()
    expect(circuit.report().live).toBe(true)
  })

  it('rests twice as long each time, five minutes at most', () => {
    const { circuit, clock, fail } = circuitAt()
    const rests: number[] = []
    for (let round = 0; round < 8; round += 1) {
      fail()
      const from = clock.nowMs
      while (!circuit.isOpen()) clock.nowMs += 1_000
      rests.push((clock.nowMs - from) / 1_000)
    }
    expect(rests).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
  })

  it.each([
    ['key-refused', {}, 60],
    ['no-credit', {}, 60],
    ['refused', { status: 404 }, 60],
    ['refused', { status: 400 }, 10],
    ['rate-limited', { retryAfterMs: 3_000 }, 3],
    ['rate-limited', {}, 5],
    ['unreachable', {}, 10],
  ] as const)('after %s %j it rests as long as that lasts: %i s', (kind, options, seconds) => {
    const { circuit, clock, fail } = circuitAt()
    fail(kind, options)
    clock.nowMs += seconds * 1_000 - 1
    expect(circuit.isOpen()).toBe(false)
    clock.nowMs += 1
    expect(circuit.isOpen()).toBe(true)
  })

  it('forgives one answer that broke off in the middle, not two', () => {
    const { circuit } = circuitAt()
    const error = new VendorError('openai', 'unreachable')
    circuit.enter()?.failed(error, true)
    expect(circuit.isOpen()).toBe(true)
    circuit.enter()?.failed(error, true)
    expect(circuit.isOpen()).toBe(false)
  })

  it('counts many who fail at the same time as one failure', () => {
    const { circuit, clock } = circuitAt()
    const attempts = Array.from({ length: 5 }, () => circuit.enter())
    for (const attempt of attempts) attempt?.failed(new VendorError('openai', 'timed-out'))
    clock.nowMs += 10_000
    expect(circuit.isOpen()).toBe(true)
  })

  it('lets the next one try when the first one left', () => {
    const { circuit, clock, fail } = circuitAt()
    fail()
    clock.nowMs += 10_000
    circuit.enter()?.left()
    expect(circuit.enter()).toBeDefined()
  })
})
