import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { SpeechCache } from '../tts/speech-cache.ts'

const BYTES_PER_MB = 1_000_000
const MOST_KEYS = 2_000

/**
 * Says again from memory what was said before: greetings and usual answers cost a vendor's money and a person's time
 * only once. Keeps what was said to its end
 * and is `worthKeeping`.
 */
export function keepSpeech(
  synthesiser: Synthesiser,
  { cacheMb, worthKeeping }: { cacheMb: number; worthKeeping: (chunk: SpeechChunk) => boolean },
): Synthesiser {
  const cache = new SpeechCache(cacheMb * BYTES_PER_MB)
  /** How many chunks a text was said in. */
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
        for (const chunk of known) yield structuredClone(chunk)
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
      // Keys of what the cache has let go would gather otherwise.
      if (counts.size > MOST_KEYS) counts.delete(counts.keys().next().value ?? '')
    },
    close: () => synthesiser.close(),
  }
}
