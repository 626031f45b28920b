import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacedSpeaker, FRAME_MS, LEAD_MS } from './paced-speaker.ts'

function speaking(totalMs: number) {
  let sent = 0
  const onDrained = vi.fn<() => void>()
  const speaker = createPacedSpeaker({
    onFrame: (_, sentMs) => (sent = sentMs),
    onDrained,
  })
  speaker.enqueue(new Float32Array((totalMs / 1000) * SAMPLE_RATE_HZ))
  return { speaker, onDrained, sentMs: () => sent }
}

describe('the paced speaker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends the first frames at once, then stays its lead ahead of the listener', () => {
    const { sentMs } = speaking(3_000)
    expect(sentMs()).toBe(Math.ceil(LEAD_MS / FRAME_MS) * FRAME_MS)
    vi.advanceTimersByTime(1_000)
    expect(sentMs()).toBeGreaterThanOrEqual(1_000 + LEAD_MS - FRAME_MS)
    expect(sentMs()).toBeLessThanOrEqual(1_000 + LEAD_MS + FRAME_MS)
  })

  it('is drained when all audio was heard, not when it was sent', () => {
    const { speaker, onDrained } = speaking(1_000)
    speaker.finish()
    vi.advanceTimersByTime(990)
    expect(speaker.sentMs()).toBe(1_000)
    expect(onDrained).not.toHaveBeenCalled()
    vi.advanceTimersByTime(20)
    expect(onDrained).toHaveBeenCalledOnce()
  })

  it('sends nothing while held, and continues from the same place', () => {
    const { speaker, sentMs } = speaking(3_000)
    vi.advanceTimersByTime(500)
    speaker.hold()
    const before = sentMs()
    vi.advanceTimersByTime(5_000)
    expect(sentMs()).toBe(before)
    expect(speaker.playedMs()).toBe(500)
    speaker.resume()
    vi.advanceTimersByTime(200)
    expect(speaker.playedMs()).toBe(700)
    expect(sentMs()).toBeGreaterThan(before)
  })

  it('trusts the client about what was heard, up to what was sent', () => {
    const { speaker } = speaking(3_000)
    vi.advanceTimersByTime(500)
    speaker.hold()
    speaker.reportPlayed(320)
    expect(speaker.playedMs()).toBe(320)
    speaker.reportPlayed(60_000)
    expect(speaker.playedMs()).toBe(speaker.sentMs())
  })

  it('does not count a gap between chunks as heard', () => {
    const { speaker } = speaking(300)
    vi.advanceTimersByTime(2_000)
    expect(speaker.playedMs()).toBe(300)
    speaker.enqueue(new Float32Array(SAMPLE_RATE_HZ))
    vi.advanceTimersByTime(100)
    expect(speaker.playedMs()).toBe(400)
  })

  it('is silent after being stopped', () => {
    const { speaker, sentMs, onDrained } = speaking(3_000)
    vi.advanceTimersByTime(100)
    speaker.stop()
    const before = sentMs()
    speaker.enqueue(new Float32Array(SAMPLE_RATE_HZ))
    speaker.finish()
    vi.advanceTimersByTime(10_000)
    expect(sentMs()).toBe(before)
    expect(speaker.playedMs()).toBe(100)
    expect(onDrained).not.toHaveBeenCalled()
  })
})
