import type { Progress } from '../ports.ts'
import { createNoiseFloor } from './noise-floor.ts'
import { createVoiceDetector, FRAME_SAMPLES } from './voice-detector.ts'

const FRAME_MS = 32
/** Loudness is measured twice in each frame, so that an end is known to 16 ms. */
const HALF_SAMPLES = FRAME_SAMPLES / 2
const HALF_MS = FRAME_MS / 2
/** Speech goes on while the detector is this much less sure than it must be of a beginning. */
const HYSTERESIS = 0.15
const THRESHOLDS = { least: 0.2, most: 0.98 }
/** A frame without voice between two with it does not start the count again. */
const FORGIVEN_FRAMES = 1
/** What is 28 dB below the loudest of an utterance is its echo, or breath. */
const MIN_SPEECH_TO_LOUDEST = 0.04
/** Of the silence that ends speech: enough where the words are a whole sentence that nothing may follow. */
const COMPLETE_SHARE = 0.625
/** Before "with milk" and the like, 3 % of people pause for more than 400 ms and none of 155 for 480 ms. */
const EXTENDABLE_SHARE = 1.3
/** A caller who stopped in the middle of a sentence is thinking. */
const OPEN_SILENCE_MS = 1_500

export interface EndpointerOptions {
  /** This long without voice ends the speech, as long as its words say neither that it is whole nor that it goes on. */
  silenceMs: number
  /** This much voice begins it: more keeps knocks out, less is quicker. */
  startMs: number
  /** How likely the detector must find a voice that begins, 0.2…0.98. */
  threshold: number
}

export type EndpointerEvent =
  /** `atMs`: where the voice began and ended, not where that was noticed. Counts the samples pushed so far. */
  { type: 'speech-started'; atMs: number } | { type: 'speech-stopped'; atMs: number }

/**
 * Finds where a caller begins and stops speaking. The learned voice detector alone decides whether a voice is heard; it
 * goes on for about 100 ms after the voice, so that loudness decides where it ended, as far as it stands out of the
 * room's noise. One for each call, on the call's thread: 0.2 % of a core. Time is the audio's own.
 *
 *   silent ──voice for startMs──▶ speaking ──no voice for silenceMs──▶ silent
 *                                            (less after a whole sentence, more where it may or must go on)
 */
export interface Endpointer {
  /** 16 kHz mono, pieces of any length. */
  push(samples: Float32Array): EndpointerEvent[]
  /** The silence since the last voice of what is being said; 0 where nothing is. */
  pauseMs(): number
  /** What the words before this pause can be. Forgotten when the voice goes on. */
  expect(progress: Progress): void
  /** Ends the speech here and now, if there is any. */
  forceStop(): EndpointerEvent[]
  configure(options: Partial<EndpointerOptions>): void
}

export const DEFAULT_ENDPOINTER: EndpointerOptions = { silenceMs: 400, startMs: 96, threshold: 0.7 }

export function createEndpointer(initial: Partial<EndpointerOptions> = {}): Endpointer {
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
    push(samples) {
      const joined = new Float32Array(pending.length + samples.length)
      joined.set(pending)
      joined.set(samples, pending.length)
      const events: EndpointerEvent[] = []
      let at = 0
      for (; at + FRAME_SAMPLES <= joined.length; at += FRAME_SAMPLES) {
        const event = pushFrame(joined.subarray(at, at + FRAME_SAMPLES))
        if (event) events.push(event)
      }
      pending = joined.slice(at)
      return events
    },
    pauseMs,
    expect: (words) => void (progress = words),
    forceStop: () => (speaking ? [stop()] : []),
    configure(changed) {
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      options = { ...options, ...given }
    },
  }
}

/** Root mean square. */
function levelOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
}
