/** What a caller's earlier turns have told of the microphone and the voice. */
export interface KnownVoice {
  /** See `meanCepstrum`. */
  mean: readonly number[]
  /** How much sound it is the mean of, at 16 kHz. */
  samples: number
}

/** Of earlier sound no more counts: rooms and microphones change. */
const MOST_SAMPLES = 4 * 16_000

/** Both together, each counting by its length. */
export function joinVoices(before: KnownVoice | undefined, now: KnownVoice | undefined): KnownVoice | undefined {
  if (!before || !now) return now ?? before
  const known = Math.min(before.samples, MOST_SAMPLES)
  const samples = known + now.samples
  const mean = now.mean.map((value, index) => (value * now.samples + (before.mean[index] ?? 0) * known) / samples)
  return { mean, samples }
}
