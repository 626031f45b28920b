const TAPS = 24
const PHASES = 256
const tables = new Map<number, Float32Array>()

/**
 * Resamples mono speech by any ratio with a windowed sinc. Unlike the streaming converter of the microphone's side it
 * takes a whole utterance and any ratio: a voice that is played faster or slower than it was made has its formants
 * shifted, which makes another speaker of it.
 *
 * @param step how far the input moves for each sample of the output: input rate / output rate.
 */
export function resampleSpeech(input: Float32Array, step: number): Float32Array {
  // Below 1 all of the input's band fits; above, what doesn't fit is filtered away.
  const table = sincTable(Math.min(1, 1 / step))
  const output = new Float32Array(Math.floor(input.length / step))
  const half = TAPS / 2
  for (let index = 0; index < output.length; index++) {
    const position = index * step
    const base = Math.floor(position)
    const phase = Math.min(PHASES - 1, Math.round((position - base) * PHASES)) * TAPS
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) sum += (input[base + tap - half + 1] ?? 0) * (table[phase + tap] ?? 0)
    output[index] = sum
  }
  return output
}

function sincTable(cutoff: number): Float32Array {
  const existing = tables.get(cutoff)
  if (existing) return existing
  const table = new Float32Array(TAPS * PHASES)
  const half = TAPS / 2
  for (let phase = 0; phase < PHASES; phase++) {
    let sum = 0
    for (let tap = 0; tap < TAPS; tap++) {
      const distance = tap - half + 1 - phase / PHASES
      const angle = Math.PI * distance * cutoff
      const sinc = distance === 0 ? 1 : Math.sin(angle) / angle
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half)
      table[phase * TAPS + tap] = sinc * window
      sum += sinc * window
    }
    for (let tap = 0; tap < TAPS; tap++) table[phase * TAPS + tap] = (table[phase * TAPS + tap] ?? 0) / sum
  }
  tables.set(cutoff, table)
  return table
}
