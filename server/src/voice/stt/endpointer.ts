import { createNoiseFloor } from './noise-floor.ts'
import { createVoiceDetector, FRAME_SAMPLES } from './voice-detector.ts'

const FRAME_MS = 20
const DETECTOR_LAG_MS = 30
/** Speech is this much louder than the room (8 dB) when it begins, whatever the detector thinks of a hum. */
const MIN_START_TO_NOISE = 2.5
/** A voice that falls away is still speech (5 dB). */
const MIN_SPEECH_TO_NOISE = 1.8
/** What is 28 dB below the loudest of an utterance is its echo, or breath. */
const MIN_SPEECH_TO_LOUDEST = 0.04

export interface EndpointerOptions {
  /** This long without voice ends the speech. */
  silenceMs: number
  /** This much voice begins it: more keeps knocks out, less is quicker. */
  startMs: number
  /** How sure the detector must be, 0 (anything) to 1 (nothing but clear speech). */
  threshold: number
}

export type EndpointerEvent =
  /** `atMs`: where the voice began and ended, not where that was noticed. Counts the samples pushed so far. */
  { type: 'speech-started'; atMs: number } | { type: 'speech-stopped'; atMs: number }

/**
 * Finds where somebody begins and stops speaking: a voice detector (WebRTC's, within SoundSwallower) behind a gate
 * that knows the room's noise. One for each call; cheap, and on the caller's thread. Time is the audio's own.
 *
 *   silent ──voice for startMs──▶ speaking ──no voice for silenceMs──▶ silent
 */
export interface Endpointer {
  /** 16 kHz mono, pieces of any length. */
  push(samples: Float32Array): EndpointerEvent[]
  /** Ends the speech here and now, if there is any. */
  forceStop(): EndpointerEvent[]
  configure(options: Partial<EndpointerOptions>): void
}

export const DEFAULT_ENDPOINTER: EndpointerOptions = { silenceMs: 400, startMs: 80, threshold: 0.5 }

export function createEndpointer(initial: Partial<EndpointerOptions> = {}): Endpointer {
  let options = { ...DEFAULT_ENDPOINTER, ...initial }
  let detector = createVoiceDetector(options.threshold)
  const room = createNoiseFloor()
  let pending = new Float32Array(0)
  let frames = 0
  let speaking = false
  let loudest = 0
  let voicedFrames = 0
  let firstVoicedFrame = 0
  let lastVoicedFrame = -1

  function pushFrame(frame: Float32Array): EndpointerEvent | undefined {
    const index = frames++
    const level = Math.sqrt(frame.reduce((sum, value) => sum + value * value, 0) / frame.length)
    room.push(level)
    const gate = speaking
      ? Math.max(room.level() * MIN_SPEECH_TO_NOISE, loudest * MIN_SPEECH_TO_LOUDEST)
      : room.level() * MIN_START_TO_NOISE
    // The detector hears every frame: it learns what the room sounds like.
    const isVoiced = detector(frame) && level > gate
    loudest = speaking ? Math.max(loudest, level) : level
    return speaking ? whileSpeaking(index, isVoiced) : whileSilent(index, isVoiced)
  }

  function whileSilent(index: number, isVoiced: boolean): EndpointerEvent | undefined {
    if (isVoiced) {
      if (voicedFrames === 0) firstVoicedFrame = index
      voicedFrames += 1
      lastVoicedFrame = index
      if (voicedFrames * FRAME_MS >= options.startMs) {
        speaking = true
        voicedFrames = 0
        return { type: 'speech-started', atMs: Math.max(0, firstVoicedFrame * FRAME_MS - DETECTOR_LAG_MS) }
      }
    } else if (index - lastVoicedFrame > 2) voicedFrames = 0
    return undefined
  }

  function whileSpeaking(index: number, isVoiced: boolean): EndpointerEvent | undefined {
    if (isVoiced) {
      lastVoicedFrame = index
      return undefined
    }
    return (index - lastVoicedFrame) * FRAME_MS >= options.silenceMs - DETECTOR_LAG_MS ? stop() : undefined
  }

  function stop(): EndpointerEvent {
    speaking = false
    voicedFrames = 0
    return { type: 'speech-stopped', atMs: Math.max(0, (lastVoicedFrame + 1) * FRAME_MS - DETECTOR_LAG_MS) }
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
    forceStop: () => (speaking ? [stop()] : []),
    configure(changed) {
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      const before = options.threshold
      options = { ...options, ...given }
      if (options.threshold !== before) detector = createVoiceDetector(options.threshold)
    },
  }
}
