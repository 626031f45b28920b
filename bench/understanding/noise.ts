const FRAME_SAMPLES = 2_048

/** A pseudo-random sequence of numbers 0…1, the same for the same seed (a linear congruential generator). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Adds noise to speech as Picovoice's speech-to-intent benchmark does: the loudest frame of the speech is `snrDb` above
 * the loudest frame of the noise, and the sum is divided by twice its peak.
 * @param start where in the noise to begin, 0…1; shorter noise is repeated
 */
export function addNoise(speech: Float32Array, noise: Float32Array, snrDb: number, start: number): Float32Array {
  const offset = Math.floor(start * Math.max(0, noise.length - speech.length))
  const under = speech.map((_, index) => noise[(offset + index) % noise.length] ?? 0)
  const scale = Math.sqrt(loudestFrame(speech) / (loudestFrame(under) * 10 ** (snrDb / 10)))
  const sum = speech.map((value, index) => value + (under[index] ?? 0) * scale)
  const peak = sum.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return sum.map((value) => value / (2 * peak))
}

/** The energy (mean square) of the loudest frame. */
function loudestFrame(samples: Float32Array): number {
  let loudest = 0
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    const energy = samples.subarray(at, at + FRAME_SAMPLES).reduce((sum, value) => sum + value * value, 0)
    loudest = Math.max(loudest, energy / FRAME_SAMPLES)
  }
  return loudest
}
