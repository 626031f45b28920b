/** How well a voice could be heard in a stretch of sound. */
export type Clarity = 'clear' | 'noisy' | 'quiet'

/** Of the ears' 16 kHz: 20 ms. */
const FRAME_SAMPLES = 320
/** The loud part of speech at arm's length from a laptop lies around −25 dBFS; below this, consonants are lost. */
const QUIET_BELOW_DB = -45
/** People in a kitchen's noise are misheard from about here on. */
const NOISY_BELOW_DB = 12
const SILENCE_DB = -100

/**
 * Judges a stretch of speech with a little of what was before and after it: its loudest tenth is the voice, its softest tenth
 * the room.
 * @param parts 16 kHz mono, −1…1
 */
export function clarityOf(parts: readonly Float32Array[]): Clarity {
  const levels = parts.flatMap(levelsOf).toSorted((one, other) => one - other)
  const voiceDb = levels[Math.floor(levels.length * 0.9)] ?? SILENCE_DB
  const roomDb = levels[Math.floor(levels.length * 0.1)] ?? SILENCE_DB
  if (voiceDb < QUIET_BELOW_DB) return 'quiet'
  return voiceDb - roomDb < NOISY_BELOW_DB ? 'noisy' : 'clear'
}

/** In dBFS, frame by frame. */
function levelsOf(samples: Float32Array): number[] {
  const levels: number[] = []
  for (let from = 0; from + FRAME_SAMPLES <= samples.length; from += FRAME_SAMPLES) {
    const power = samples.subarray(from, from + FRAME_SAMPLES).reduce((sum, sample) => sum + sample * sample, 0)
    levels.push(Math.max(SILENCE_DB, 10 * Math.log10(power / FRAME_SAMPLES)))
  }
  return levels
}
