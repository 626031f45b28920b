import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { CallAudio } from '../audio/call-audio.ts'
import type { MicrophoneHandlers } from '../audio/microphone.ts'
import { PlayerQueue } from '../audio/player-queue.ts'
import type { SpeakerEvents } from '../audio/speaker.ts'

/** A loudspeaker and a microphone without devices: time advances only when the test says so. */
export interface HandCrankedAudio {
  open: () => CallAudio
  /** Advances the loudspeaker's time; returns how much of it was sound, in milliseconds. */
  play(ms: number): number
  /** The handlers of the caller's microphone, once it is open. */
  microphone(): MicrophoneHandlers | null
  speak(frames: number): void
  /** Makes the next requests for the microphone fail with this. */
  refuseMicrophone(error: DOMException | null): void
  /** Leaves the next requests for the microphone without an answer. */
  ignoreMicrophonePrompt(): void
  /** Makes the next `open` throw this. */
  refuseSound(error: DOMException | null): void
  opened(): number
  isClosed(): boolean
}

const BLOCK = 120 // 5 ms
const msOf = (samples: number) => (samples / SAMPLE_RATE_HZ) * 1000

export function createHandCrankedAudio(): HandCrankedAudio {
  let queue = new PlayerQueue({ sampleRateHz: SAMPLE_RATE_HZ, cushionMs: 0, fadeMs: 5 })
  let events: SpeakerEvents | null = null
  let handlers: MicrophoneHandlers | null = null
  let refusal: DOMException | null = null
  let isPromptIgnored = false
  let soundRefusal: DOMException | null = null
  let opened = 0
  let closed = false

  const playedMs = (itemId: string) => {
    const position = queue.position()
    return position?.itemId === itemId ? msOf(position.playedSamples) : 0
  }

  return {
    open() {
      if (soundRefusal !== null) throw soundRefusal
      opened += 1
      closed = false
      queue = new PlayerQueue({ sampleRateHz: SAMPLE_RATE_HZ, cushionMs: 0, fadeMs: 5 })
      return {
        ready: Promise.resolve(),
        createSpeaker(given) {
          events = given
          return {
            enqueue: (itemId, samples) => queue.enqueue(itemId, samples),
            end: (itemId) => queue.end(itemId),
            pause() {
              const position = queue.pause()
              if (position !== null) given.paused(position.itemId, msOf(position.playedSamples))
            },
            resume: () => queue.resume(),
            drop: () => queue.drop(),
            playedMs,
            heard() {
              const position = queue.isRunning() ? queue.position() : null
              return position && { itemId: position.itemId, positionMs: msOf(position.playedSamples) }
            },
            level: () => 0.06,
            wave: (into) => into.fill(0),
          }
        },
        openMicrophone(_options, given) {
          if (refusal !== null) return Promise.reject(refusal)
          if (isPromptIgnored) return new Promise(() => undefined)
          handlers = given
          return Promise.resolve({ setEnabled: () => undefined, close: () => (handlers = null) })
        },
        close: () => (closed = true),
      }
    },
    play(ms) {
      let soundMs = 0
      for (let at = 0; at < ms; at += 5) {
        const block = new Float32Array(BLOCK)
        for (const event of queue.render(block)) {
          if (event.type === 'started') events?.started(event.itemId)
          if (event.type === 'drained') events?.drained(event.itemId)
        }
        soundMs += msOf(block.filter((sample) => sample !== 0).length)
        const position = queue.position()
        if (position !== null) events?.moved(position.itemId)
      }
      return Math.round(soundMs)
    },
    microphone: () => handlers,
    speak(frames) {
      for (let frame = 0; frame < frames; frame += 1) handlers?.onFrame(new Int16Array(960))
    },
    refuseMicrophone: (error) => (refusal = error),
    ignoreMicrophonePrompt: () => void (isPromptIgnored = true),
    refuseSound: (error) => (soundRefusal = error),
    opened: () => opened,
    isClosed: () => closed,
  }
}
