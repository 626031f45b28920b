import { levelOf, loudnessOf } from '../audio/loudness.ts'

/** How well a voice could be heard in a stretch of sound. */
export type Clarity = 'clear' | 'noisy' | 'quiet'

/** The loud parts of speech at arm's length from a laptop. */
const USUAL_VOICE_DB = -25
/** Below this value, consonants are lost. */
const QUIET_BELOW_DB = -45
/** The signal-to-noise ratio below which people in a noisy kitchen are often misunderstood. */
const NOISY_BELOW_DB = 12

/** Judges a stretch of speech that includes a little sound from before and after it. @param parts 16 kHz mono, −1…1 */
export function clarityOf(parts: readonly Float32Array[]): Clarity {
  const { voiceDb, roomDb } = loudnessOf(parts)
  if (voiceDb < QUIET_BELOW_DB) return 'quiet'
  return voiceDb - roomDb < NOISY_BELOW_DB ? 'noisy' : 'clear'
}

/** Whether a slice of sound without speech is so loud that a usual voice would be hard to hear. @param slice 16 kHz mono */
export function isLoudRoom(slice: Float32Array): boolean {
  return levelOf(slice) > USUAL_VOICE_DB - NOISY_BELOW_DB
}
