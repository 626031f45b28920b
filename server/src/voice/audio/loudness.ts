/** 20 ms at the ears' 16 kHz. */
const FRAME_SAMPLES = 320
const SILENCE_DB = -100
const LOUD_SHARE = 0.9
const QUIET_SHARE = 0.1

/** Of a stretch of speech with a little of what was around it: its loudest tenth is the voice, its softest tenth the room. */
export interface Loudness {
  voiceDb: number
  roomDb: number
}

/** @param parts 16 kHz mono, −1…1. In dBFS, frame by frame; digital silence counts as −100. */
export function loudnessOf(parts: readonly Float32Array[]): Loudness {
  const levels = parts.flatMap(levelsOf).toSorted((one, other) => one - other)
  const at = (share: number): number => levels[Math.floor(levels.length * share)] ?? SILENCE_DB
  return { voiceDb: at(LOUD_SHARE), roomDb: at(QUIET_SHARE) }
}

function levelsOf(samples: Float32Array): number[] {
  const levels: number[] = []
  for (let from = 0; from + FRAME_SAMPLES <= samples.length; from += FRAME_SAMPLES) {
    let power = 0
    for (let index = from; index < from + FRAME_SAMPLES; index += 1) power += (samples[index] ?? 0) ** 2
    levels.push(Math.max(SILENCE_DB, 10 * Math.log10(power / FRAME_SAMPLES)))
  }
  return levels
}
