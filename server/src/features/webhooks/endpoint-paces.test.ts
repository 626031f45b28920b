import { describe, expect, it } from 'vitest'
import { createEndpointPaces, UNPROVEN_AT_ONCE } from './endpoint-paces.ts'

const ended = (paces: ReturnType<typeof createEndpointPaces>, how: 'delivered' | 'failed', nowMs: number) => {
  paces.began('a')
  paces.ended('a', how, nowMs)
}

describe('an endpoint', () => {
  it('may get one more delivery at a time after each success, less those under way', () => {
    const paces = createEndpointPaces()
    expect(paces.rooms(0).has('a')).toBe(false)
    for (let count = 0; count < 3; count += 1) ended(paces, 'delivered', 0)
    expect(paces.rooms(0).get('a')).toBe(UNPROVEN_AT_ONCE + 3)
    paces.began('a')
    expect(paces.rooms(0).get('a')).toBe(UNPROVEN_AT_ONCE + 2)
    for (let count = 0; count < 100; count += 1) ended(paces, 'delivered', 0)
    expect(paces.rooms(0).get('a')).toBe(31)
  })

  it('that fails waits longer each time, and is then tried with one delivery', () => {
    const paces = createEndpointPaces()
    const waits = [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    for (const waitMs of waits) {
      ended(paces, 'failed', 0)
      expect(paces.rooms(waitMs - 1).get('a')).toBe(0)
      expect(paces.rooms(waitMs).get('a')).toBe(1)
    }
    ended(paces, 'delivered', 30_000)
    expect(paces.rooms(30_000).get('a')).toBe(2)
  })

  it('counts as unknown again when its owner asks, or after a minute', () => {
    const paces = createEndpointPaces()
    ended(paces, 'failed', 0)
    paces.forgive('a')
    expect(paces.rooms(0).get('a')).toBe(UNPROVEN_AT_ONCE)
    ended(paces, 'failed', 0)
    expect(paces.rooms(60_001).has('a')).toBe(false)
  })
})
