import { SAMPLE_RATE_HZ } from '#contract/audio.ts'

export interface PacedSpeakerOptions {
  /** How much may be under way to the listener ahead of what is being heard. */
  leadMs?: number
  frameMs?: number
  /** 24 kHz mono; `sentMs` counts this frame in. */
  onFrame: (samples: Float32Array, sentMs: number) => void
  /** Everything was sent and, by our reckoning, heard. */
  onDrained: () => void
}

/**
 * Sends an answer's audio just ahead of the listener's ear, so that an interruption leaves little to take back.
 *
 *   idle ──first frame──▶ playing ◀──hold/resume──▶ held        playing ──all heard──▶ drained        any ──stop──▶ stopped
 *
 * What has been heard is reckoned from the clock; a client that reports it is believed instead.
 */
export interface PacedSpeaker {
  enqueue(samples: Float32Array): void
  /** No more audio comes. */
  finish(): void
  hold(): void
  resume(): void
  stop(): void
  /** The client's own figure; never more than was sent. */
  reportPlayed(playedMs: number): void
  playedMs(): number
  sentMs(): number
  /** Length of everything that was enqueued. */
  queuedUntilMs(): number
}

const LEAD_MS = 400
const FRAME_MS = 60

export function createPacedSpeaker(options: PacedSpeakerOptions): PacedSpeaker {
  const leadMs = options.leadMs ?? LEAD_MS
  const frameSamples = samplesOf(options.frameMs ?? FRAME_MS)
  const queue: Float32Array[] = []
  let headOffset = 0
  let queuedSamples = 0
  let sentSamples = 0
  let finished = false
  let held = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  /** At this moment of the clock, this much had been heard. */
  let anchor = { atMs: 0, playedMs: 0 }

  const sentMs = () => msOf(sentSamples)
  const playedMs = () =>
    held || stopped ? anchor.playedMs : Math.min(sentMs(), anchor.playedMs + performance.now() - anchor.atMs)

  const freeze = () => {
    anchor = { atMs: performance.now(), playedMs: playedMs() }
  }

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(pump, Math.max(0, delayMs))
  }

  function pump(): void {
    clearTimeout(timer)
    if (held || stopped) return
    while (queue.length > 0 && sentMs() - playedMs() < leadMs) sendFrame()
    if (stopped) return
    if (queue.length > 0) schedule(sentMs() - playedMs() - leadMs + 1)
    else if (finished && playedMs() >= sentMs()) {
      stopped = true
      anchor.playedMs = sentMs()
      options.onDrained()
    } else if (finished) schedule(sentMs() - playedMs())
  }

  function sendFrame(): void {
    // The listener had run dry: what comes now is heard from now on.
    if (playedMs() >= sentMs()) anchor = { atMs: performance.now(), playedMs: sentMs() }
    const frame = takeFrame()
    sentSamples += frame.length
    options.onFrame(frame, sentMs())
  }

  function takeFrame(): Float32Array {
    const head = queue[0]
    if (!head) return new Float32Array(0)
    const frame = head.subarray(headOffset, headOffset + frameSamples)
    headOffset += frame.length
    if (headOffset >= head.length) {
      queue.shift()
      headOffset = 0
    }
    return frame
  }

  return {
    enqueue(samples) {
      if (stopped || finished || samples.length === 0) return
      queue.push(samples)
      queuedSamples += samples.length
      pump()
    },
    finish() {
      finished = true
      pump()
    },
    hold() {
      freeze()
      held = true
      clearTimeout(timer)
    },
    resume() {
      if (!held) return
      held = false
      anchor.atMs = performance.now()
      pump()
    },
    stop() {
      freeze()
      stopped = true
      queue.length = 0
      clearTimeout(timer)
    },
    reportPlayed(reportedMs) {
      anchor = { atMs: performance.now(), playedMs: Math.min(sentMs(), reportedMs) }
    },
    playedMs,
    sentMs,
    queuedUntilMs: () => msOf(queuedSamples),
  }
}

function msOf(samples: number): number {
  return (samples / SAMPLE_RATE_HZ) * 1000
}

function samplesOf(ms: number): number {
  return Math.round((ms / 1000) * SAMPLE_RATE_HZ)
}
