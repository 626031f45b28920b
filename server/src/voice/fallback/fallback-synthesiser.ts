import type { SpeechChunk, SpeechRequest, Synthesiser } from '../ports.ts'
import { probe, reported, withSecondTry, type VendorPart } from './vendor-part.ts'

interface FallbackSynthesiserOptions {
  vendor: VendorPart<Synthesiser>
  builtIn: Synthesiser
  builtInName: string
}

/**
 * A vendor's voice with the built-in one as its fallback. If the vendor fails midway, the built-in voice continues from
 * the next word: a change of voice is better than half a sentence.
 */
export function createFallbackSynthesiser({ vendor, builtIn, builtInName }: FallbackSynthesiserOptions): Synthesiser {
  async function* speak(request: SpeechRequest, signal?: AbortSignal): AsyncGenerator<SpeechChunk> {
    signal?.throwIfAborted()
    // A text without letters or digits becomes a short silence and costs no request.
    const hasWords = /[\p{L}\p{N}]/u.test(request.text)
    const isVendors = hasWords && (request.spending?.mayUseVendors() ?? true)
    const attempt = isVendors ? vendor.circuit.enter() : undefined
    if (isVendors && !attempt) void probe(vendor, (left) => vendor.part.speak(request, left))
    let said = ''
    async function* byVendor(): AsyncGenerator<SpeechChunk> {
      for await (const chunk of withSecondTry(vendor, () => vendor.part.speak(request, signal), signal)) {
        said += chunk.words.map((word) => word.text).join('')
        yield { ...chunk, by: vendor.name }
      }
    }
    if (attempt && (yield* reported(attempt, byVendor(), () => said !== '', signal))) return
    const text = request.text.slice(said.length)
    if (text.trim() === '' && said !== '') return
    for await (const chunk of builtIn.speak({ ...request, text }, signal)) {
      yield { ...chunk, by: builtInName, ...(hasWords ? { isStandIn: true } : {}) }
    }
  }

  return {
    speak,
    close: async () => void (await Promise.all([builtIn.close(), vendor.part.close()])),
  }
}
