/** Converts the sample rate of a stream, which may arrive in pieces of any length. */
export interface Resampler {
  /** Returns the samples that can be computed so far; the filter delays its output by some milliseconds. */
  push(samples: Float32Array): Float32Array
}

/** Zero crossings of the sinc on either side: enough to keep speech intact and aliases at least 60 dB down. */
const HALF_WIDTH = 16
const KAISER_BETA = 5.7
/** The passband's share of the lower Nyquist frequency; the rest is room for the filter's slope. */
const PASS_SHARE = 0.94

/**
 * Polyphase windowed-sinc conversion between two integer rates (24 kHz ↔ 16 kHz is 2:3), after J. O. Smith, "Digital
 * Audio Resampling". All streams with the same ratio share one filter table.
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (samples) => samples.slice() }
  const divisor = greatestCommonDivisor(fromHz, toHz)
  const up = toHz / divisor
  const down = fromHz / divisor
  const { taps, phases } = filterFor(up, down)
  const half = taps / 2

  // Begins with silence, so that the stream's first sample can be computed at once.
  let buffer = new Float32Array(half - 1)
  /** Position of the next output sample, in input samples of `buffer`, times `up`. */
  let position = (half - 1) * up

  return {
    push(samples) {
      const joined = new Float32Array(buffer.length + samples.length)
      joined.set(buffer)
      joined.set(samples, buffer.length)

      const last = (joined.length - half) * up
      const count = position < last ? Math.ceil((last - position) / down) : 0
      const output = new Float32Array(count)
      for (let index = 0; index < count; index += 1) {
        const base = Math.floor(position / up)
        const filter = phases[position % up] ?? phases[0]
        let sum = 0
        for (let tap = 0; tap < taps; tap += 1) sum += (joined[base - half + 1 + tap] ?? 0) * (filter?.[tap] ?? 0)
        output[index] = sum
        position += down
      }

      const used = Math.max(0, Math.floor(position / up) - half + 1)
      buffer = joined.slice(used)
      position -= used * up
      return output
    },
  }
}

interface PolyphaseFilter {
  taps: number
  /** One set of taps for each position between two input samples. */
  phases: Float32Array[]
}

const filters = new Map<string, PolyphaseFilter>()

function filterFor(up: number, down: number): PolyphaseFilter {
  const key = `${up}:${down}`
  const known = filters.get(key)
  if (known) return known
  const cutoff = PASS_SHARE * Math.min(1, up / down)
  const half = Math.ceil(HALF_WIDTH / Math.min(1, up / down))
  const taps = half * 2
  const phases = Array.from({ length: up }, (_, phase) => {
    const filter = Float32Array.from({ length: taps }, (_unused, tap) => {
      const distance = tap - half + 1 - phase / up
      return cutoff * sinc(cutoff * distance) * kaiser(distance / half)
    })
    const sum = filter.reduce((total, value) => total + value, 0)
    return filter.map((value) => value / sum)
  })
  const made = { taps, phases }
  filters.set(key, made)
  return made
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(KAISER_BETA * Math.sqrt(1 - x * x)) / bessel(KAISER_BETA)
}

/** Modified Bessel function of the first kind, order 0, by its series. */
function bessel(x: number): number {
  let term = 1
  let sum = 1
  for (let k = 1; term > 1e-10 * sum; k += 1) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
