// Vite's own suffix: the module is built as a file of its own, and its address is the default export.
// oxlint-disable import/default
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import captureWorkletUrl from './capture-worklet.ts?worker&url'
import {
  captureStream,
  openStream,
  type Microphone,
  type MicrophoneHandlers,
  type MicrophoneOptions,
} from './microphone.ts'
import { StartRefused } from '../engine/call-problem.ts'
import playerWorkletUrl from './player-worklet.ts?worker&url'
import type { Speaker, SpeakerEvents } from './speaker.ts'
import { createWorkletSpeaker } from './worklet-speaker.ts'

export type CallAudio = ReturnType<typeof openCallAudio>

/**
 * Must be called inside a click: iOS Safari plays sound only from contexts that were started, and have played
 * something, in one. There are two contexts because Firefox refuses a microphone in a context with another sample rate
 * than the microphone's.
 * @throws what `new AudioContext` throws, with nothing left open
 */
export function openCallAudio() {
  const { output, input } = openContexts()
  const contexts = [output, input]
  const open = new AbortController()
  const { signal } = open
  // A phone call or a locked screen suspends a context; it is resumed as soon as the browser allows.
  const wake = () => {
    // A context that was closed meanwhile refuses, and no longer has to play.
    for (const context of contexts) if (context.state !== 'running') context.resume().catch(() => undefined)
  }
  playSilence(output)
  declarePlayAndRecord(true)
  wake()
  for (const context of contexts) context.addEventListener('statechange', wake, { signal })
  document.addEventListener('visibilitychange', wake, { signal })

  async function load(): Promise<void> {
    if (!window.isSecureContext) {
      throw new StartRefused('Browsers allow calls only on a secure address. Open this page with https and try again.')
    }
    await Promise.all([
      output.audioWorklet.addModule(playerWorkletUrl),
      input.audioWorklet.addModule(captureWorkletUrl),
    ])
  }

  const ready = load()
  // After an abandoned start, nothing waits for this promise, so its rejection must not be reported as unhandled.
  ready.catch(() => undefined)

  return {
    /** Resolves when sound can be played and captured. */
    ready,
    /** To be called after `ready`. */
    createSpeaker: (events: SpeakerEvents): Speaker => createWorkletSpeaker(output, events),
    /**
     * To be called after `ready`.
     * @throws what `getUserMedia` throws
     */
    async openMicrophone(options: MicrophoneOptions, handlers: MicrophoneHandlers): Promise<Microphone> {
      const stream = await openStream(options)
      try {
        return captureStream(input, stream, handlers)
      } catch (error) {
        // The call may have ended before the caller answered the permission prompt; the microphone must not stay on.
        for (const track of stream.getTracks()) track.stop()
        throw error
      }
    },
    /** Idempotent. */
    close(): void {
      open.abort()
      declarePlayAndRecord(false)
      for (const context of contexts) if (context.state !== 'closed') void context.close()
    },
  }
}

/** Opens both contexts or neither: a single one would stay open without a call, and browsers grant only a few. */
function openContexts(): { output: AudioContext; input: AudioContext } {
  const output = openOutput()
  try {
    return { output, input: new AudioContext({ latencyHint: 'interactive' }) }
  } catch (error) {
    void output.close()
    throw error
  }
}

function openOutput(): AudioContext {
  try {
    return new AudioContext({ latencyHint: 'interactive', sampleRate: SAMPLE_RATE_HZ })
  } catch {
    // Without a fixed rate; the worklet then converts to the device's rate.
    return new AudioContext({ latencyHint: 'interactive' })
  }
}

function playSilence(context: AudioContext): void {
  const source = new AudioBufferSourceNode(context, {
    buffer: new AudioBuffer({ length: 1, sampleRate: context.sampleRate }),
  })
  source.connect(context.destination)
  source.start()
}

/** Tells Safari to play the call through the loudspeaker, even when the phone is silenced. */
function declarePlayAndRecord(inCall: boolean): void {
  const { audioSession } = navigator as { audioSession?: { type: string } }
  if (audioSession !== undefined) audioSession.type = inCall ? 'play-and-record' : 'auto'
}
