import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { SpeechCache } from '../tts/speech-cache.ts'

const BYTES_PER_MB = 1_000_000
const MOST_KEYS = 2_000

/**
 * A cache in front of a synthesiser: greetings and usual answers cost a vendor's fee and the caller's waiting time only
 * once. A text is stored if it was spoken to its end and all of its chunks are `worthKeeping`.
 */
export function keepSpeech(
  synthesiser: Synthesiser,
  { cacheMb, worthKeeping }: { cacheMb: number; worthKeeping: (chunk: SpeechChunk) => boolean },
): Synthesiser {
  const cache = new SpeechCache(cacheMb * BYTES_PER_MB)
  /** For each text, the number of its chunks. */
  const counts = new Map<string, number>()

  const kept = (key: string): SpeechChunk[] | undefined => {
    const count = counts.get(key)
    if (count === undefined) return undefined
    const chunks = Array.from({ length: count }, (_, index) => cache.get(`${key} ${index}`))
    const found = chunks.filter((chunk) => chunk !== undefined)
    if (found.length === count) return found
    counts.delete(key)
    return undefined
  }

  return {
    async *speak(request, signal) {
      signal?.throwIfAborted()
      const key = `${request.voiceId} ${request.text}`
      const known = kept(key)
      if (known) {
        yield* known
        return
      }
      const chunks: SpeechChunk[] = []
      for await (const chunk of synthesiser.speak(request, signal)) {
        chunks.push(structuredClone(chunk))
        yield chunk
      }
      if (!chunks.every(worthKeeping)) return
      for (const [index, chunk] of chunks.entries()) cache.set(`${key} ${index}`, chunk)
      counts.set(key, chunks.length)
      // The cache evicts chunks by itself, so keys of evicted texts must be limited here.
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value ?? '')
    },
    close: () => synthesiser.close(),
  }
}
