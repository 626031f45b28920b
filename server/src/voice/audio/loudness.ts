/** 20 ms at the 16 kHz of recognition. */
const FRAME_SAMPLES = 320
const SILENCE_DB = -100
const LOUD_SHARE = 0.9
const QUIET_SHARE = 0.1

/**
 * Loudness of a stretch of speech and the pauses around it. The loudest tenth of its frames counts as the voice, the
 * quietest tenth as the room.
 */
interface Loudness {
  voiceDb: number
  roomDb: number
}

/**
 * Levels of 20 ms frames in dBFS; digital silence counts as −100.
 * @param parts 16 kHz mono, −1…1
 */
export function loudnessOf(parts: readonly Float32Array[]): Loudness {
  const levels = parts.flatMap(levelsOf).toSorted((one, other) => one - other)
  const at = (share: number): number => levels[Math.floor(levels.length * share)] ?? SILENCE_DB
  return { voiceDb: at(LOUD_SHARE), roomDb: at(QUIET_SHARE) }
}

function levelsOf(samples: Float32Array): number[] {
  const levels: number[] = []
  for (let from = 0; from + FRAME_SAMPLES <= samples.length; from += FRAME_SAMPLES) {
    levels.push(levelOf(samples.subarray(from, from + FRAME_SAMPLES)))
  }
  return levels
}

/** The level of these samples in dBFS. */
export function levelOf(samples: Float32Array): number {
  let power = 0
  for (const sample of samples) power += sample ** 2
  return Math.max(SILENCE_DB, 10 * Math.log10(power / Math.max(1, samples.length)))
}
