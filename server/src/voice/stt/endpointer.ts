import { joinSamples } from '../audio/pcm16.ts'
import type { Progress } from '../ports.ts'
import { createNoiseFloor } from './noise-floor.ts'
import { createVoiceDetector, FRAME_SAMPLES } from './voice-detector.ts'

const FRAME_MS = 32
/** Loudness is measured for each half of a frame, so that an end is known to the nearest 16 ms. */
const HALF_SAMPLES = FRAME_SAMPLES / 2
const HALF_MS = FRAME_MS / 2
/** To continue, speech may be this much less likely than it must be to begin. */
const HYSTERESIS = 0.15
const THRESHOLDS = { least: 0.2, most: 0.98 }
/** At the beginning of speech, this many frames may lack a voice; more of them restart the count of voiced frames. */
const FORGIVEN_FRAMES = 1
/** Sounds more than 28 dB below the loudest part of an utterance are echo or breath. */
const MIN_SPEECH_TO_LOUDEST = 0.04
/** After a complete sentence that nothing may follow, this share of the usual silence ends the speech. */
const COMPLETE_SHARE = 0.625
/**
 * The share of the usual silence that ends an extendable sentence. Before additions such as "with milk", 3 % of people
 * pause for more than 400 ms, and none of 155 paused for 480 ms.
 */
const EXTENDABLE_SHARE = 1.3
/** The silence that ends an unfinished sentence, where the caller is probably thinking. */
const OPEN_SILENCE_MS = 1_500

export interface EndpointerOptions {
  /** The silence that ends speech, unless the words show that they are complete or continue. */
  silenceMs: number
  /** How long a voice must last to begin speech. A longer time excludes knocks, a shorter one reacts faster. */
  startMs: number
  /** How likely a voice must be, by the detector, for speech to begin: 0.2…0.98. */
  threshold: number
}

export type EndpointerEvent =
  /** `atMs` is where the voice began or ended, not where that was detected, counted in the audio pushed so far. */
  { type: 'speech-started'; atMs: number } | { type: 'speech-stopped'; atMs: number }

export const DEFAULT_ENDPOINTER: EndpointerOptions = { silenceMs: 400, startMs: 96, threshold: 0.7 }

/**
 * Finds where a caller begins and stops speaking (endpointing). The neural voice detector alone decides whether there
 * is a voice. It reacts about 100 ms late to the end of a voice, so the exact end is found by loudness, as far as the
 * voice is louder than the room. Each call has its own endpointer, on the call's thread (0.2 % of a core). Times are
 * those of the audio.
 */
export function createEndpointer(initial: Partial<EndpointerOptions> = {}) {
  let options = { ...DEFAULT_ENDPOINTER, ...initial }
  const likelihoodOf = createVoiceDetector()
  const room = createNoiseFloor()
  let pending = new Float32Array(0)
  let frames = 0
  let speaking = false
  let loudest = 0
  let voicedFrames = 0
  let firstVoicedFrame = 0
  let lastVoicedFrame = -Infinity
  /** The end of the last half frame with a voice. */
  let voicedUntilMs = 0
  let progress: Progress = 'unknown'

  function pushFrame(frame: Float32Array): EndpointerEvent | undefined {
    const index = frames++
    const levels = [levelOf(frame.subarray(0, HALF_SAMPLES)), levelOf(frame.subarray(HALF_SAMPLES))] as const
    for (const level of levels) room.push(level)
    loudest = Math.max(speaking || voicedFrames > 0 ? loudest : 0, ...levels)
    const likelihood = likelihoodOf(frame)
    return speaking ? whileSpeaking(index, likelihood, levels) : whileSilent(index, likelihood)
  }

  function whileSilent(index: number, likelihood: number): EndpointerEvent | undefined {
    if (likelihood < startThreshold()) {
      if (index - lastVoicedFrame > FORGIVEN_FRAMES) voicedFrames = 0
      return undefined
    }
    if (voicedFrames === 0) firstVoicedFrame = index
    voicedFrames += 1
    lastVoicedFrame = index
    if (voicedFrames * FRAME_MS < options.startMs) return undefined
    speaking = true
    voicedFrames = 0
    hearUntil((index + 1) * FRAME_MS)
    return { type: 'speech-started', atMs: firstVoicedFrame * FRAME_MS }
  }

  function whileSpeaking(
    index: number,
    likelihood: number,
    [former, latter]: readonly [number, number],
  ): EndpointerEvent | undefined {
    if (likelihood >= startThreshold() - HYSTERESIS) {
      const gate = Math.max(room.level(), loudest * MIN_SPEECH_TO_LOUDEST)
      if (latter > gate) hearUntil((index + 1) * FRAME_MS)
      else if (former > gate) hearUntil(index * FRAME_MS + HALF_MS)
    }
    return pauseMs() >= enoughSilenceMs() ? stop() : undefined
  }

  function hearUntil(ms: number): void {
    voicedUntilMs = ms
    progress = 'unknown'
  }

  function pauseMs(): number {
    return speaking ? frames * FRAME_MS - voicedUntilMs : 0
  }

  function enoughSilenceMs(): number {
    if (progress === 'complete') return options.silenceMs * COMPLETE_SHARE
    if (progress === 'extendable') return options.silenceMs * EXTENDABLE_SHARE
    return progress === 'open' ? Math.max(options.silenceMs, OPEN_SILENCE_MS) : options.silenceMs
  }

  function startThreshold(): number {
    return Math.min(THRESHOLDS.most, Math.max(THRESHOLDS.least, options.threshold))
  }

  function stop(): EndpointerEvent {
    speaking = false
    return { type: 'speech-stopped', atMs: voicedUntilMs }
  }

  return {
    /** 16 kHz mono, in pieces of any length. */
    push(samples: Float32Array): EndpointerEvent[] {
      const joined = joinSamples([pending, samples])
      const events: EndpointerEvent[] = []
      let at = 0
      for (; at + FRAME_SAMPLES <= joined.length; at += FRAME_SAMPLES) {
        const event = pushFrame(joined.subarray(at, at + FRAME_SAMPLES))
        if (event) events.push(event)
      }
      pending = joined.slice(at)
      return events
    },
    /** The silence since the voice was last heard; 0 outside of speech. */
    pauseMs,
    /** Tells what the words before this pause may be. Forgotten when the voice continues. */
    expect: (words: Progress) => void (progress = words),
    /** Ends the current speech at once, if there is any. */
    forceStop: () => (speaking ? [stop()] : []),
    configure(changed: Partial<EndpointerOptions>): void {
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      options = { ...options, ...given }
    },
  }
}

/** Root mean square. */
function levelOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
}
