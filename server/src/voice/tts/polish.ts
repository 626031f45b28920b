/** The highest amplitude of the output, so that later stages do not clip. */
export const PEAK_LIMIT = 0.89
const SHELF_HZ = 3_000
const RUMBLE_HZ = 60
/** Above this amplitude, the limiter compresses the wave instead of cutting it off. */
const KNEE = 0.7

/** Filters speech, adjusts its level and limits it, in place. */
export function polish(
  samples: Float32Array,
  sampleRate: number,
  options: { gainDb: number; brightnessDb: number },
): void {
  const gain = 10 ** (options.gainDb / 20)
  const shelfGain = 10 ** (options.brightnessDb / 20) - 1
  const rumble = 1 - Math.exp((-2 * Math.PI * RUMBLE_HZ) / sampleRate)
  const split = 1 - Math.exp((-2 * Math.PI * SHELF_HZ) / sampleRate)
  let rumbleState = 0
  let splitState = 0
  for (let index = 0; index < samples.length; index++) {
    const input = samples[index] ?? 0
    rumbleState += rumble * (input - rumbleState)
    const steady = input - rumbleState
    splitState += split * (steady - splitState)
    samples[index] = limited((steady + shelfGain * (steady - splitState)) * gain)
  }
}

/** Linear up to the knee, then increasingly flat towards the limit. */
function limited(value: number): number {
  const size = Math.abs(value)
  if (size <= KNEE) return value
  const room = PEAK_LIMIT - KNEE
  return Math.sign(value) * (KNEE + room * Math.tanh((size - KNEE) / room))
}

/** Fades both ends of the samples, so that cuts do not click. */
export function fadeEdges(samples: Float32Array, fadeSamples: number): void {
  const length = Math.min(fadeSamples, samples.length >> 1)
  for (let index = 0; index < length; index++) {
    const factor = index / length
    samples[index] = (samples[index] ?? 0) * factor
    const mirrored = samples.length - 1 - index
    samples[mirrored] = (samples[mirrored] ?? 0) * factor
  }
}
