import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { Recogniser, Synthesiser } from '../ports.ts'

/** Ears that hear, one after another, what the script says; an empty line is speech that nobody could make out. */
export function scriptedRecogniser(script: string[]): Recogniser & { utterances: number[] } {
  const lines = [...script]
  const utterances: number[] = []
  return {
    /** Samples (16 kHz) of each finished utterance. */
    utterances,
    open() {
      let samples = 0
      return {
        write: (piece) => void (samples += piece.length),
        async finish() {
          utterances.push(samples)
          const text = lines.shift() ?? ''
          return { text, understood: text !== '' }
        },
        cancel: () => undefined,
      }
    },
    warm: async () => undefined,
    close: async () => undefined,
  }
}

export const WORD_MS = 200

/** A voice that takes 200 ms for every word, whichever it is. */
export function metronomeSynthesiser(): Synthesiser {
  return {
    async *speak({ text }) {
      const words = text.match(/\S+\s*/g) ?? []
      yield {
        samples: new Float32Array((words.length * WORD_MS * SAMPLE_RATE_HZ) / 1000).fill(0.1),
        mouth: words.map((_, index) => ({ atMs: index * WORD_MS, viseme: 'aa' as const })),
        words: words.map((word, index) => ({ text: word, startMs: index * WORD_MS, endMs: (index + 1) * WORD_MS })),
      }
    },
    close: async () => undefined,
  }
}

/** A buzzing vowel in five syllables a second, which voice detectors take for a voice. 24 kHz. */
export function vowel(ms: number): Float32Array {
  const pitchHz = 120
  const formants = [
    { hz: 700, width: 120 },
    { hz: 1_200, width: 150 },
    { hz: 2_500, width: 250 },
  ]
  return Float32Array.from({ length: (ms * SAMPLE_RATE_HZ) / 1000 }, (_, index) => {
    const time = index / SAMPLE_RATE_HZ
    let value = 0
    for (let harmonic = 1; harmonic * pitchHz < 4_000; harmonic += 1) {
      const hz = harmonic * pitchHz
      const gain = formants.reduce((sum, { hz: peak, width }) => sum + 1 / (1 + ((hz - peak) / width) ** 2), 0)
      value += gain * Math.sin(2 * Math.PI * hz * time)
    }
    const loudness = Math.sqrt(Math.abs(Math.sin(Math.PI * 5 * time)))
    return 0.1 * value * Math.max(0.01, loudness)
  })
}

export function silence(ms: number): Float32Array {
  return new Float32Array((ms * SAMPLE_RATE_HZ) / 1000)
}
