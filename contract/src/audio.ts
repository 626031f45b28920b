/**
 * The one format of sound between all parts of the product: mono at this rate, as PCM16 (little-endian, in base64) on the
 * wire and as samples from −1 to 1 in memory. Without imports, so that an audio worklet carries nothing else with it.
 */
export const SAMPLE_RATE_HZ = 24_000
