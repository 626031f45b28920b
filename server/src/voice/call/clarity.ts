import { loudnessOf } from '../audio/loudness.ts'

/** How well a voice could be heard in a stretch of sound. */
export type Clarity = 'clear' | 'noisy' | 'quiet'

/** The loud part of speech at arm's length from a laptop lies around −25 dBFS; below this, consonants are lost. */
const QUIET_BELOW_DB = -45
/** People in a kitchen's noise are misheard from about here on. */
const NOISY_BELOW_DB = 12

/**
 * Judges a stretch of speech with a little of what was before and after it.
 * @param parts 16 kHz mono, −1…1
 */
export function clarityOf(parts: readonly Float32Array[]): Clarity {
  const { voiceDb, roomDb } = loudnessOf(parts)
  if (voiceDb < QUIET_BELOW_DB) return 'quiet'
  return voiceDb - roomDb < NOISY_BELOW_DB ? 'noisy' : 'clear'
}
