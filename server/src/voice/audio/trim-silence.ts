import { joinSamples } from './pcm16.ts'

/** Samples up to this amplitude count as silence; breathing is louder. */
const SILENCE = 0.006
const SLICE_MS = 10

/**
 * Removes silence from both ends of a stream, except for the lengths in `keep`, so that the listener need not wait
 * through it.
 */
export function createSilenceTrimmer(rateHz: number, keep: { headMs: number; tailMs: number }) {
  const slice = Math.round((rateHz * SLICE_MS) / 1_000)
  const headLength = Math.round((rateHz * keep.headMs) / 1_000)
  const tailLength = Math.round((rateHz * keep.tailMs) / 1_000)
  let waiting = new Float32Array(0)
  let hasBegun = false

  return {
    /** Returns the sound that is certain to be kept. Silence is held back until sound follows it. */
    push(samples: Float32Array): Float32Array {
      const all = joinSamples([waiting, samples])
      const lastSound = lastIndexOver(all, SILENCE)
      if (lastSound < 0) {
        // Before the first sound, only as much silence is held as will be kept.
        waiting = hasBegun ? all : all.slice(Math.max(0, all.length - headLength))
        return new Float32Array(0)
      }
      const from = hasBegun ? 0 : Math.max(0, all.findIndex((sample) => Math.abs(sample) > SILENCE) - headLength)
      hasBegun = true
      const until = Math.min(all.length, lastSound + slice)
      waiting = all.slice(until)
      return all.slice(from, until)
    },
    flush(): Float32Array {
      const rest = hasBegun ? waiting.slice(0, tailLength) : new Float32Array(0)
      waiting = new Float32Array(0)
      return rest
    },
  }
}

function lastIndexOver(samples: Float32Array, level: number): number {
  let index = samples.length - 1
  while (index >= 0 && Math.abs(samples[index] ?? 0) <= level) index -= 1
  return index
}
