import { SAMPLE_RATE_HZ } from '#contract/audio.ts'

interface PacedSpeakerOptions {
  /** 24 kHz mono; `sentMs` includes this frame. */
  onFrame: (samples: Float32Array, sentMs: number) => void
  /** All audio was sent and, by the clock, played. */
  onDrained: () => void
}

/** How much audio may be sent ahead of playback. */
export const LEAD_MS = 400
export const FRAME_MS = 100

/**
 * Sends an answer's audio only slightly ahead of playback, so that an interruption takes effect quickly.
 *
 *   playing ◀──resume / hold──▶ held        playing ──all heard──▶ stopped        playing, held ──stop──▶ stopped
 *
 * Playback is estimated from the clock; reports of the client replace the estimate.
 */
export function createPacedSpeaker(options: PacedSpeakerOptions) {
  const frameSamples = Math.round((FRAME_MS / 1000) * SAMPLE_RATE_HZ)
  const queue: Float32Array[] = []
  let headOffset = 0
  let queuedSamples = 0
  let sentSamples = 0
  let state: 'playing' | 'held' | 'stopped' = 'playing'
  /** No more audio will be enqueued. */
  let isComplete = false
  let timer: NodeJS.Timeout | undefined
  /** The known point of playback: at the time `atMs` of the clock, `playedMs` had been played. */
  let anchor = { atMs: 0, playedMs: 0 }

  const sentMs = () => msOf(sentSamples)
  const playedMs = () =>
    state === 'playing' ? Math.min(sentMs(), anchor.playedMs + performance.now() - anchor.atMs) : anchor.playedMs

  const freeze = () => {
    anchor = { atMs: performance.now(), playedMs: playedMs() }
  }

  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(pump, Math.max(0, delayMs))
  }

  // Asked before each frame, since the receiver of one may hold or stop the speaker.
  const maySend = () => state === 'playing' && queue.length > 0 && sentMs() - playedMs() < LEAD_MS

  function pump(): void {
    clearTimeout(timer)
    while (maySend()) sendFrame()
    if (state !== 'playing') return
    if (queue.length > 0) schedule(sentMs() - playedMs() - LEAD_MS + 1)
    else if (isComplete && playedMs() >= sentMs()) {
      state = 'stopped'
      anchor.playedMs = sentMs()
      options.onDrained()
    } else if (isComplete) schedule(sentMs() - playedMs())
  }

  function sendFrame(): void {
    // The client had nothing left to play, so this frame is played from now on.
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
    enqueue(samples: Float32Array): void {
      if (state === 'stopped' || isComplete || samples.length === 0) return
      queue.push(samples)
      queuedSamples += samples.length
      pump()
    },
    /** No more audio will be enqueued. */
    finish(): void {
      isComplete = true
      pump()
    },
    hold(): void {
      if (state !== 'playing') return
      freeze()
      state = 'held'
      clearTimeout(timer)
    },
    resume(): void {
      if (state !== 'held') return
      state = 'playing'
      anchor.atMs = performance.now()
      pump()
    },
    stop(): void {
      freeze()
      state = 'stopped'
      queue.length = 0
      clearTimeout(timer)
    },
    /** The client's own report; limited to what was sent. */
    reportPlayed(reportedMs: number): void {
      anchor = { atMs: performance.now(), playedMs: Math.min(sentMs(), reportedMs) }
    },
    playedMs,
    sentMs,
    /** Length of all enqueued audio. */
    queuedUntilMs: () => msOf(queuedSamples),
  }
}

function msOf(samples: number): number {
  return (samples / SAMPLE_RATE_HZ) * 1000
}
