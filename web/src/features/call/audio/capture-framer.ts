import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { toInt16 } from './pcm16.ts'
import { createResampler, type Resampler } from '#contract/resample.ts'

/** Short enough not to add noticeable delay, long enough not to flood the socket. */
const CAPTURE_FRAME_MS = 40
const FRAME_SAMPLES = (SAMPLE_RATE_HZ * CAPTURE_FRAME_MS) / 1000

/** Cuts a microphone stream of any sample rate into frames for the wire. Pure; runs inside a worklet. */
export class CaptureFramer {
  private readonly resampler: Resampler
  private frame = new Int16Array(FRAME_SAMPLES)
  private filled = 0

  constructor(sampleRateHz: number) {
    this.resampler = createResampler(sampleRateHz, SAMPLE_RATE_HZ)
  }

  push(samples: Float32Array): Int16Array[] {
    const frames: Int16Array[] = []
    for (const sample of this.resampler.push(samples)) {
      this.frame[this.filled] = toInt16(sample)
      this.filled += 1
      if (this.filled < FRAME_SAMPLES) continue
      frames.push(this.frame)
      this.frame = new Int16Array(FRAME_SAMPLES)
      this.filled = 0
    }
    return frames
  }
}
