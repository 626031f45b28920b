import type { SpeechChunk } from '../ports.ts'

/** Recent speech by key, the least recently used going first when it takes more than its share of memory. */
export class SpeechCache {
  readonly #maxBytes: number
  readonly #chunks = new Map<string, SpeechChunk>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): SpeechChunk | undefined {
    const chunk = this.#chunks.get(key)
    if (!chunk) return undefined
    this.#chunks.delete(key)
    this.#chunks.set(key, chunk)
    return chunk
  }

  set(key: string, chunk: SpeechChunk): void {
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

  #remove(key: string, chunk: SpeechChunk): void {
    this.#chunks.delete(key)
    this.#bytes -= sizeOf(key, chunk)
  }
}

/** About; cues and words weigh little beside 96 kB of sound a second. */
function sizeOf(key: string, chunk: SpeechChunk): number {
  return chunk.samples.byteLength + key.length * 2 + (chunk.mouth.length + chunk.words.length) * 64
}
