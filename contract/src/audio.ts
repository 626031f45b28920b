/**
 * The product's one audio format: mono at this rate, as base64 of little-endian PCM16 on the wire and as samples from
 * −1 to 1 in memory. This file has no imports, so that the audio worklet bundle stays small.
 */
export const SAMPLE_RATE_HZ = 24_000
