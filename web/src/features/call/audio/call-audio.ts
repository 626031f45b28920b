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
 * Must be called inside a click: iOS Safari lets sound out only of contexts that were started, and have played
 * something, in one. Two contexts, because Firefox refuses a microphone in a context of another rate than its own.
 * @throws what `new AudioContext` throws, with nothing left open.
 */
export function openCallAudio() {
  const { output, input } = openContexts()
  playSilence(output)
  declarePlayAndRecord(true)
  void resume(output)
  void resume(input)

  // A phone call or a locked screen suspends a context; it goes on as soon as it may.
  const wake = () => {
    for (const context of [output, input]) if (context.state !== 'running') void resume(context)
  }
  for (const context of [output, input]) context.addEventListener('statechange', wake)
  document.addEventListener('visibilitychange', wake)

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
  // A start that was given up waits for nothing any more.
  ready.catch(() => undefined)

  return {
    /** Resolves when sound can be played and captured. */
    ready,
    /** After `ready`. */
    createSpeaker: (events: SpeakerEvents): Speaker => createWorkletSpeaker(output, events),
    /** After `ready`. @throws what `getUserMedia` throws. */
    async openMicrophone(options: MicrophoneOptions, handlers: MicrophoneHandlers): Promise<Microphone> {
      const stream = await openStream(options)
      try {
        return captureStream(input, stream, handlers)
      } catch (error) {
        // The call may be over by the time the caller has answered: a microphone that no call holds must not stay on.
        for (const track of stream.getTracks()) track.stop()
        throw error
      }
    },
    /** Idempotent. */
    close(): void {
      for (const context of [output, input]) context.removeEventListener('statechange', wake)
      document.removeEventListener('visibilitychange', wake)
      declarePlayAndRecord(false)
      for (const context of [output, input]) if (context.state !== 'closed') void context.close()
    },
  }
}

/** Both or none: a single one would stay open without a call, and browsers grant only a few. */
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
    // The worklet then converts to the device's own rate.
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

/** Never rejects: a context that is closed meanwhile needs no sound any more. */
async function resume(context: AudioContext): Promise<void> {
  if (context.state === 'closed') return
  await context.resume().catch(() => undefined)
}

/** Safari's way to say that the call is to be heard with the ringer off, and through the loudspeaker. */
function declarePlayAndRecord(inCall: boolean): void {
  const { audioSession } = navigator as { audioSession?: { type: string } }
  if (audioSession !== undefined) audioSession.type = inCall ? 'play-and-record' : 'auto'
}
