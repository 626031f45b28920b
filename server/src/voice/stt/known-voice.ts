/** A caller's voice and microphone, as measured in earlier turns. */
export interface KnownVoice {
  /** See `meanCepstrum`. */
  mean: readonly number[]
  /** The number of samples at 16 kHz that the mean was measured on. */
  samples: number
}

/** Earlier sound counts as at most this much, because rooms and microphones change. */
const MOST_SAMPLES = 4 * 16_000

/** The mean of both voices, weighted by their lengths. */
export function joinVoices(before: KnownVoice | undefined, now: KnownVoice | undefined): KnownVoice | undefined {
  if (!before || !now) return now ?? before
  const known = Math.min(before.samples, MOST_SAMPLES)
  const samples = known + now.samples
  const mean = now.mean.map((value, index) => (value * now.samples + (before.mean[index] ?? 0) * known) / samples)
  return { mean, samples }
}
