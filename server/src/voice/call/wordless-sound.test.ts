import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { conversation } from './conversation-testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a call', () => {
  it('reports once that sound contains no words, after five seconds of it in total', async () => {
    for (const burstsMs of [[6_000], [900, 900, 900, 900, 900, 900, 900, 900]]) {
      const talk = conversation([])
      talk.call.requestResponse()
      await talk.waits(2_000)
      for (const ms of burstsMs) {
        await talk.says(ms)
        await talk.waits(1_500)
      }
      expect(talk.count('wordless-sound'), `${burstsMs.length} pieces`).toBe(1)
    }
  })

  it('reports wordless sound of a loud room too, but not while the assistant itself may be heard', async () => {
    const talk = conversation([])
    talk.call.requestResponse()
    await talk.hums(1_000)
    expect(talk.outputs.some(({ type }) => type === 'audio')).toBe(true)
    await talk.waits(2_000)
    await talk.hums(4_800)
    expect(talk.count('wordless-sound')).toBe(0)
    await talk.hums(400)
    expect(talk.count('wordless-sound')).toBe(1)
  })

  it('reports no wordless sound if words are recognised, after quiet pauses, or in push-to-talk', async () => {
    const spoken = conversation(Array.from({ length: 6 }, () => 'what is rye bread'))
    for (let turn = 0; turn < 6; turn += 1) {
      await spoken.says()
      await spoken.waits(4_000)
    }
    const coughs = conversation([])
    for (let turn = 0; turn < 6; turn += 1) {
      await coughs.says()
      await coughs.waits(12_000)
    }
    const held = conversation([])
    held.call.configure({ endpointer: null })
    await held.says(8_000)
    expect([spoken, coughs, held].map((talk) => talk.count('wordless-sound'))).toEqual([0, 0, 0])
  })

  it('does not count the sound from before push-to-talk', async () => {
    const talk = conversation([])
    await talk.hums(4_000)
    talk.call.configure({ endpointer: null })
    await talk.hums(1_000)
    talk.call.configure({ endpointer: {} })
    await talk.hums(4_000)
    expect(talk.count('wordless-sound')).toBe(0)
    await talk.hums(2_000)
    expect(talk.count('wordless-sound')).toBe(1)
  })

  it('reports wordless sound again after recognised words in between', async () => {
    const talk = conversation(['', 'what is rye bread', ''])
    await talk.says(6_000)
    await talk.waits(2_000)
    await talk.says()
    await talk.waits(4_000)
    await talk.says(6_000)
    await talk.waits(500)
    expect(talk.count('wordless-sound')).toBe(2)
  })
})
