import { decodePcm16, encodePcm16 } from '../audio/pcm16.ts'
import type { SpeechChunk } from '../ports.ts'

type Kept = Omit<SpeechChunk, 'samples'> & { pcm: Buffer }

/**
 * Recent speech by key. When the cache exceeds its size, the least recently used entries are evicted. Sound is stored
 * as 16-bit samples, as on the wire.
 */
export class SpeechCache {
  readonly #maxBytes: number
  readonly #chunks = new Map<string, Kept>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns a copy, which the caller may change. */
  get(key: string): SpeechChunk | undefined {
    const chunk = this.#chunks.get(key)
    if (!chunk) return undefined
    this.#chunks.delete(key)
    this.#chunks.set(key, chunk)
    const { pcm, ...rest } = chunk
    return { ...structuredClone(rest), samples: decodePcm16(pcm) }
  }

  set(key: string, { samples, ...rest }: SpeechChunk): void {
    const chunk = { ...structuredClone(rest), pcm: encodePcm16(samples) }
    const existing = this.#chunks.get(key)
    if (existing) this.#remove(key, existing)
    if (sizeOf(key, chunk) > this.#maxBytes) return
    this.#chunks.set(key, chunk)
    this.#bytes += sizeOf(key, chunk)
    for (const [oldest, old] of this.#chunks) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest, old)
    }
  }

  #remove(key: string, chunk: Kept): void {
    this.#chunks.delete(key)
    this.#bytes -= sizeOf(key, chunk)
  }
}

/** Approximate: cues and words are small compared with 48 kB of sound for each second. */
function sizeOf(key: string, chunk: Kept): number {
  return chunk.pcm.byteLength + key.length * 2 + (chunk.mouth.length + chunk.words.length) * 64
}
