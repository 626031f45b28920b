import { decodePcm16, encodePcm16 } from '../audio/pcm16.ts'
import type { SpeechChunk } from '../ports.ts'

type Kept = Omit<SpeechChunk, 'samples'> & { pcm: Buffer }

/**
 * Recent speech by key. When the cache exceeds its size, the least recently used entries are evicted. Sound is stored
 * as 16-bit samples, as on the wire.
 */
export class SpeechCache {
  readonly #maxBytes: number
  readonly #speeches = new Map<string, Kept[]>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns a copy, which the caller may change. */
  get(key: string): SpeechChunk[] | undefined {
    const speech = this.#speeches.get(key)
    if (!speech) return undefined
    this.#speeches.delete(key)
    this.#speeches.set(key, speech)
    return speech.map(({ pcm, ...rest }) => ({ ...structuredClone(rest), samples: decodePcm16(pcm) }))
  }

  set(key: string, chunks: readonly SpeechChunk[]): void {
    const speech = chunks.map(({ samples, ...rest }) => ({ ...structuredClone(rest), pcm: encodePcm16(samples) }))
    const existing = this.#speeches.get(key)
    if (existing) this.#remove(key, existing)
    if (sizeOf(key, speech) > this.#maxBytes) return
    this.#speeches.set(key, speech)
    this.#bytes += sizeOf(key, speech)
    for (const [oldest, old] of this.#speeches) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest, old)
    }
  }

  #remove(key: string, speech: readonly Kept[]): void {
    this.#speeches.delete(key)
    this.#bytes -= sizeOf(key, speech)
  }
}

/** Approximate: cues and words are small compared with 48 kB of sound for each second. */
function sizeOf(key: string, speech: readonly Kept[]): number {
  const sizes = speech.map(({ pcm, mouth, words }) => pcm.byteLength + (mouth.length + words.length) * 64)
  return sizes.reduce((sum, size) => sum + size, key.length * 2)
}
