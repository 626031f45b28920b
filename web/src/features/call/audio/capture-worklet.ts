import { CaptureFramer } from './capture-framer.ts'
import { CAPTURE_WORKLET } from './worklet-messages.ts'

// What an AudioWorkletGlobalScope has beside the usual; TypeScript's DOM library leaves it out.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Gives the microphone's sound to the page in frames of 24 kHz, 16 bits. */
class CaptureProcessor extends AudioWorkletProcessor {
  private readonly framer = new CaptureFramer(sampleRate)

  process([input = []]: Float32Array[][]): boolean {
    const [channel] = input
    if (channel === undefined) return true
    for (const frame of this.framer.push(channel)) this.port.postMessage(frame, [frame.buffer])
    return true
  }
}

registerProcessor(CAPTURE_WORKLET, CaptureProcessor)
