import { describe, expect, it } from 'vitest'
import { createVendorCircuit } from '../../vendors/vendor-circuit.ts'
import { VendorError, type VendorErrorKind } from '../../vendors/vendor-error.ts'

function circuitAt() {
  const clock = { nowMs: 1_000_000 }
  const failures: unknown[] = []
  const changes: string[] = []
  const circuit = createVendorCircuit({
    onFailure: (error) => failures.push(error),
    onChange: (change) => changes.push(change.state === 'closed' ? 'back' : change.what),
    nowMs: () => clock.nowMs,
  })
  const fail = (kind: VendorErrorKind = 'timed-out', options = {}) =>
    circuit.enter()?.failed(new VendorError('openai', kind, options))
  return { circuit, clock, failures, changes, fail }
}

describe('a circuit', () => {
  it('opens after a failure, allows one probe after a pause, and closes when the probe succeeds', () => {
    const { circuit, clock, fail } = circuitAt()
    expect(circuit.probe()).toBeUndefined()
    fail()
    expect(circuit.enter()).toBeUndefined()
    expect(circuit.probe()).toBeUndefined()
    expect(circuit.report()).toEqual({ state: 'open', lastFailure: { atMs: 1_000_000, what: 'timed-out' } })
    clock.nowMs += 10_000
    // After the pause, callers still do not wait for the service; only a probe may test it.
    expect(circuit.enter()).toBeUndefined()
    const look = circuit.probe()
    expect(circuit.probe()).toBeUndefined()
    look?.succeeded()
    expect(circuit.enter()).toBeDefined()
    expect(circuit.report().state).toBe('closed')
  })

  it('reports an outage once, again when the reason changes, and when the vendor is back', () => {
    const { circuit, clock, changes, fail } = circuitAt()
    circuit.enter()?.succeeded()
    circuit.enter()?.failed(new VendorError('openai', 'unreachable'), true)
    circuit.enter()?.succeeded()
    expect(changes).toEqual([])
    fail()
    const look = (kind?: VendorErrorKind) => {
      clock.nowMs += 300_000
      const attempt = circuit.probe()
      if (kind) attempt?.failed(new VendorError('openai', kind))
      else attempt?.succeeded()
    }
    look('timed-out')
    look('timed-out')
    expect(changes).toEqual(['timed-out'])
    look('key-refused')
    look('key-refused')
    look()
    circuit.enter()?.succeeded()
    fail()
    expect(changes).toEqual(['timed-out', 'key-refused', 'back', 'timed-out'])
  })

  it('pauses twice as long each time, up to five minutes', () => {
    const { circuit, clock, fail } = circuitAt()
    fail()
    const rests: number[] = []
    for (let round = 0; round < 8; round += 1) {
      const from = clock.nowMs
      let look = circuit.probe()
      for (; !look; look = circuit.probe()) clock.nowMs += 1_000
      rests.push((clock.nowMs - from) / 1_000)
      look.failed(new VendorError('openai', 'timed-out'))
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
    ['failing', { retryAfterMs: 30_000 }, 30],
    ['failing', { retryAfterMs: 1_000 }, 10],
  ] as const)('pauses after %s %j for %i s', (kind, options, seconds) => {
    const { circuit, clock, fail } = circuitAt()
    fail(kind, options)
    clock.nowMs += seconds * 1_000 - 1
    expect(circuit.probe()).toBeUndefined()
    clock.nowMs += 1
    expect(circuit.probe()).toBeDefined()
  })

  it('tolerates one answer that broke off midway, but not two', () => {
    const { circuit } = circuitAt()
    const error = new VendorError('openai', 'unreachable')
    circuit.enter()?.failed(error, true)
    circuit.enter()?.succeeded()
    circuit.enter()?.failed(error, true)
    expect(circuit.isClosed(), 'a whole answer came between the two').toBe(true)
    circuit.enter()?.failed(error, true)
    expect(circuit.isClosed()).toBe(false)
  })

  it('counts simultaneous failures as one', () => {
    const { circuit, clock } = circuitAt()
    const attempts = Array.from({ length: 5 }, () => circuit.enter())
    for (const attempt of attempts) attempt?.failed(new VendorError('openai', 'timed-out'))
    clock.nowMs += 10_000
    expect(circuit.probe()).toBeDefined()
  })

  it('allows another probe if the first was cancelled', () => {
    const { circuit, clock, fail } = circuitAt()
    fail()
    clock.nowMs += 10_000
    circuit.probe()?.cancelled()
    expect(circuit.probe()).toBeDefined()
  })
})
