/** Sinc lobes on each side of a sample: enough that speech shows no aliasing. */
const LOBES = 12
/** Positions between two input samples for which the filter is kept ready. */
const PHASES = 64

/**
 * Changes the sample rate of a stream, piece by piece, by a windowed sinc that also keeps out what the lower of the two
 * rates can't carry. Delays by 12 samples of the lower rate. Equal rates pass through untouched.
 */
export class Resampler {
  private readonly step: number
  private readonly halfWidth: number
  private readonly filters: Float32Array[]
  private history: Float32Array
  /** Of the next output sample, counted in input samples from the start of `history`. */
  private position: number

  constructor(fromHz: number, toHz: number) {
    this.step = fromHz / toHz
    const cutoff = Math.min(1, toHz / fromHz) * (fromHz === toHz ? 1 : 0.95)
    this.halfWidth = Math.ceil(LOBES / Math.min(1, toHz / fromHz))
    this.filters = this.step === 1 ? [] : makeFilters(this.halfWidth, cutoff)
    this.history = new Float32Array(this.halfWidth)
    this.position = this.halfWidth
  }

  push(samples: Float32Array): Float32Array {
    if (this.step === 1) return samples
    const input = new Float32Array(this.history.length + samples.length)
    input.set(this.history)
    input.set(samples, this.history.length)

    const count = Math.max(0, Math.ceil((input.length - this.halfWidth - this.position) / this.step))
    const output = new Float32Array(count)
    for (let index = 0; index < count; index += 1) {
      output[index] = this.sampleAt(input, this.position)
      this.position += this.step
    }
    const done = Math.max(0, Math.min(input.length, Math.floor(this.position) - this.halfWidth))
    this.history = input.slice(done)
    this.position -= done
    return output
  }

  private sampleAt(input: Float32Array, position: number): number {
    const base = Math.floor(position)
    const filter = this.filters[Math.round((position - base) * PHASES)]
    if (filter === undefined) return 0
    let sum = 0
    for (let tap = 0; tap < filter.length; tap += 1) {
      sum += (input[base - this.halfWidth + 1 + tap] ?? 0) * (filter[tap] ?? 0)
    }
    return sum
  }
}

/** One filter for each phase: taps from `base − halfWidth + 1` to `base + halfWidth`, of unit gain. */
function makeFilters(halfWidth: number, cutoff: number): Float32Array[] {
  return Array.from({ length: PHASES + 1 }, (_, phase) => {
    const taps = Float32Array.from({ length: halfWidth * 2 }, (__, tap) => {
      const distance = tap - halfWidth + 1 - phase / PHASES
      return sinc(distance * cutoff) * blackman(distance / halfWidth)
    })
    const gain = taps.reduce((sum, tap) => sum + tap, 0)
    return taps.map((tap) => tap / gain)
  })
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

/** 1 in the middle, 0 at ±1. */
function blackman(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)
}
