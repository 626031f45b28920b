import type { SpeechChunk, Synthesiser } from '../ports.ts'
import { SpeechCache } from '../tts/speech-cache.ts'

const BYTES_PER_MB = 1_000_000

/**
 * A cache in front of a synthesiser: greetings and usual answers cost a vendor's fee and the caller's waiting time only
 * once. A text is stored if it was spoken to its end and all of its chunks are `worthKeeping`.
 */
export function keepSpeech(
  synthesiser: Synthesiser,
  { cacheMb, worthKeeping }: { cacheMb: number; worthKeeping: (chunk: SpeechChunk) => boolean },
): Synthesiser {
  const cache = new SpeechCache(cacheMb * BYTES_PER_MB)

  return {
    async *speak(request, signal) {
      signal?.throwIfAborted()
      const key = `${request.voiceId} ${request.text}`
      const known = cache.get(key)
      if (known) {
        yield* known
        return
      }
      const chunks: SpeechChunk[] = []
      for await (const chunk of synthesiser.speak(request, signal)) {
        chunks.push(structuredClone(chunk))
        yield chunk
      }
      if (chunks.every(worthKeeping)) cache.set(key, chunks)
    },
    close: () => synthesiser.close(),
  }
}
