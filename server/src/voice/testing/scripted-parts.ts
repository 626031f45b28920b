import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { createResampler } from '#contract/resample.ts'
import type { Progress, Recogniser, Synthesiser } from '../ports.ts'
import { createCallSpending, type CallSpending } from '../spending.ts'
import { readRecording } from './recordings.ts'

/**
 * A recogniser that returns the lines of the script one after the other. An empty line is speech that was not
 * understood; a line that ends in `…` is the first half of a sentence.
 */
export function scriptedRecogniser(
  script: string[],
  progress: Progress = 'unknown',
): Recogniser & { utterances: number[] } {
  const lines = [...script]
  const utterances: number[] = []
  return {
    /** The number of samples (16 kHz) of each finished utterance. */
    utterances,
    open() {
      let samples = 0
      return {
        write: (piece) => void (samples += piece.length),
        progress: async () => progress,
        async finish() {
          utterances.push(samples)
          const text = lines.shift() ?? ''
          return { text, understood: text !== '', ...(text.endsWith('…') && { isUnfinished: true }) }
        },
        cancel: () => undefined,
      }
    },
    warm: async () => undefined,
    close: async () => undefined,
  }
}

/** The spending of a call, which also tells how much of each operation was charged. */
export function recordedSpending(): CallSpending & { charged: Record<string, number> } {
  const charged: Record<string, number> = {}
  return {
    ...createCallSpending({ fixedMicros: 0 }),
    charged,
    spend: (operation, quantity) => void (charged[operation] = (charged[operation] ?? 0) + quantity),
  }
}

export const WORD_MS = 200

/** A synthesiser that takes the same time for every word. */
export function metronomeSynthesiser(wordMs = WORD_MS): Synthesiser {
  return {
    async *speak({ text }) {
      const words = text.match(/\S+\s*/g) ?? []
      yield {
        samples: new Float32Array((words.length * wordMs * SAMPLE_RATE_HZ) / 1000).fill(0.1),
        mouth: words.map((_, index) => ({ atMs: index * wordMs, viseme: 'aa' as const })),
        words: words.map((word, index) => ({ text: word, startMs: index * wordMs, endMs: (index + 1) * wordMs })),
      }
    },
    close: async () => undefined,
  }
}

/** A recorded sentence ("she sells sea shells …") without the pauses around it, repeated for `ms`. 24 kHz. */
export function speech(ms: number): Float32Array {
  sentence ??= createResampler(16_000, SAMPLE_RATE_HZ).push(
    readRecording('flite-rms--out-of-grammar--sea-shells.wav').subarray(7_680, 28_928),
  )
  const { length } = sentence
  return Float32Array.from({ length: (ms * SAMPLE_RATE_HZ) / 1000 }, (_, index) => sentence?.[index % length] ?? 0)
}

let sentence: Float32Array | undefined

/** A loud tone of 110 Hz. 24 kHz. */
export function hum(ms: number): Float32Array {
  const samples = new Float32Array((ms * SAMPLE_RATE_HZ) / 1000)
  return samples.map((_, index) => 0.3 * Math.sin((2 * Math.PI * 110 * index) / SAMPLE_RATE_HZ))
}

export function silence(ms: number): Float32Array {
  return new Float32Array((ms * SAMPLE_RATE_HZ) / 1000)
}
