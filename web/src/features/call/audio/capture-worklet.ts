import { CaptureFramer } from './capture-framer.ts'
import { CAPTURE_WORKLET } from './worklet-messages.ts'

// Globals of an AudioWorkletGlobalScope that TypeScript's DOM library lacks.
declare const sampleRate: number
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}

/** Sends the microphone's sound to the page in frames of 16-bit samples at 24 kHz. */
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
