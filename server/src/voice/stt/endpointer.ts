import { loadSoundSwallower } from './soundswallower.ts'

const SAMPLE_RATE_HZ = 16_000
const FRAME_MS = 20
const FRAME_SAMPLES = (SAMPLE_RATE_HZ * FRAME_MS) / 1000
/** The voice detector looks at this many frames at once, so it notices a change one to two frames late. */
const DETECTOR_WINDOW_S = 0.06
const DETECTOR_LAG_MS = 30
/** Speech is this much louder than the room (10 dB), whatever the detector thinks of a hum. */
const MIN_SPEECH_TO_NOISE = 3.2
/** −66 dB: digital silence and rounding are no room. */
const LOWEST_NOISE = 0.0005

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

// One instance serves all calls: a detector of its own costs a call some kilobytes.
const soundSwallower = await loadSoundSwallower()

export function createEndpointer(initial: Partial<EndpointerOptions> = {}): Endpointer {
  let options = { ...DEFAULT_ENDPOINTER, ...initial }
  let detector = createDetector(options.threshold)
  const room = createNoiseFloor()
  let pending = new Float32Array(0)
  let frames = 0
  let speaking = false
  let voicedFrames = 0
  let firstVoicedFrame = 0
  let lastVoicedFrame = -1

  function pushFrame(frame: Float32Array): EndpointerEvent | undefined {
    const index = frames++
    const level = Math.sqrt(frame.reduce((sum, value) => sum + value * value, 0) / frame.length)
    const isLoud = level > room.level() * MIN_SPEECH_TO_NOISE
    const isVoiced = detector(frame) && isLoud
    if (!isVoiced) room.push(level)
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
      if (options.threshold !== before) detector = createDetector(options.threshold)
    },
  }
}

/** @param threshold 0…1, of which the detector knows four steps. */
function createDetector(threshold: number): (frame: Float32Array) => boolean {
  const detector = new soundSwallower.Endpointer({
    samprate: SAMPLE_RATE_HZ,
    frame_length: FRAME_MS / 1000,
    mode: Math.min(3, Math.floor(threshold * 3 + 1)),
    window: DETECTOR_WINDOW_S,
    ratio: 0.5,
  })
  return (frame) => {
    detector.process(frame)
    return detector.get_in_speech()
  }
}

/** Falls quickly to a quieter room, rises slowly to a louder one, so that a speaker's pauses show it and words don't. */
function createNoiseFloor(): { push(level: number): void; level(): number } {
  let floor = LOWEST_NOISE
  return {
    push(level) {
      const share = level < floor ? 0.2 : 0.02
      floor = Math.max(LOWEST_NOISE, floor + (level - floor) * share)
    },
    level: () => floor,
  }
}
