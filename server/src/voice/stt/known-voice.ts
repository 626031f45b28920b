/** A caller's voice and microphone, as measured in earlier turns. */
export interface KnownVoice {
  /** See `meanCepstrum`. */
  mean: readonly number[]
  /** The number of samples at 16 kHz that the mean was measured on. */
  samples: number
}

/**
 * How much audio measures a voice. The mean of one second differs from that of the whole sentence as much as another
 * speaker's mean does; that of two seconds differs half as much.
 */
export const WELL_KNOWN_SAMPLES = 32_000
/** Decoding begins after this much of a sentence in a voice that is well known. */
const FIRST_SAMPLES_IF_KNOWN = 8_000
/** Earlier sound counts as at most this much, because rooms and microphones change. */
const MOST_SAMPLES = 4 * 16_000

/** How much of a sentence is collected before decoding begins, to measure its mean. */
export function samplesToBegin(earlier: KnownVoice | undefined): number {
  return earlier && earlier.samples >= WELL_KNOWN_SAMPLES ? FIRST_SAMPLES_IF_KNOWN : WELL_KNOWN_SAMPLES
}

/** The mean of both voices, weighted by their lengths. */
export function joinVoices(before: KnownVoice | undefined, now: KnownVoice | undefined): KnownVoice | undefined {
  if (!before || !now) return now ?? before
  const known = Math.min(before.samples, MOST_SAMPLES)
  const samples = known + now.samples
  const mean = now.mean.map((value, index) => (value * now.samples + (before.mean[index] ?? 0) * known) / samples)
  return { mean, samples }
}
