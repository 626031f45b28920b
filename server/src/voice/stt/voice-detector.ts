import { loadSoundSwallower, type Endpointer } from './soundswallower.ts'

export const FRAME_SAMPLES = 320
const FRAME_S = 0.02
/** The detector looks at this many frames at once, so it notices a change one to two frames late. */
const WINDOW_S = 0.06
const QUIET_FRAMES = 10

/** Whether a frame of 20 ms at 16 kHz sounds like a voice. */
export type VoiceDetector = (frame: Float32Array) => boolean

// One instance serves all calls.
const soundSwallower = await loadSoundSwallower()
const frameAddress = soundSwallower._malloc(FRAME_SAMPLES * 2)

interface Lent {
  detector: Endpointer
  mode: number
}

// The package can't free a detector (4 kB), so that those of ended calls are used again.
const free = new Map<number, Endpointer[]>()
const returned = new FinalizationRegistry<Lent>(({ detector, mode }) => {
  free.set(mode, [...(free.get(mode) ?? []), detector])
})

/**
 * WebRTC's voice detector, as SoundSwallower carries it.
 * @param threshold how sure it must be, 0…1, of which it knows four steps.
 */
export function createVoiceDetector(threshold: number): VoiceDetector {
  const mode = Math.max(0, Math.min(3, Math.floor(threshold * 3 + 1)))
  const detector =
    free.get(mode)?.pop() ??
    new soundSwallower.Endpointer({ samprate: 16_000, frame_length: FRAME_S, mode, window: WINDOW_S, ratio: 0.5 })
  const hear: VoiceDetector = (frame) => {
    // Its own `process` copies the frame there and back through iterators, which costs twenty times as much.
    const at = frameAddress >> 1
    const memory = soundSwallower.HEAP16
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      memory[at + index] = Math.max(-1, Math.min(1, frame[index] ?? 0)) * 32_767
    }
    soundSwallower._endpointer_process(detector.cep, frameAddress)
    return detector.get_in_speech()
  }
  const silence = new Float32Array(FRAME_SAMPLES)
  for (let frame = 0; frame < QUIET_FRAMES; frame += 1) hear(silence)
  returned.register(hear, { detector, mode })
  return hear
}
