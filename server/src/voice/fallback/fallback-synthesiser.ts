import type { SpeechChunk, SpeechRequest, Synthesiser } from '../ports.ts'
import { pause } from '../call/pause.ts'
import { mayTryAgain, RETRY_AFTER_MS, type VendorPart } from './vendor-part.ts'

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
    if (isVendors && !attempt) void probe(request)
    let said = ''
    if (attempt) {
      let isSettled = false
      try {
        for await (const chunk of vendorChunks(request, signal)) {
          said += chunk.words.map((word) => word.text).join('')
          yield { ...chunk, by: vendor.name }
        }
        isSettled = true
        attempt.succeeded()
        return
      } catch (error) {
        if (signal?.aborted) throw error
        isSettled = true
        attempt.failed(error, said !== '')
      } finally {
        if (!isSettled) attempt.cancelled()
      }
    }
    const text = request.text.slice(said.length)
    if (text.trim() === '' && said !== '') return
    for await (const chunk of builtIn.speak({ ...request, text }, signal)) {
      yield { ...chunk, by: builtInName, ...(hasWords ? { isStandIn: true } : {}) }
    }
  }

  /** Finds out whether the vendor speaks again; the caller hears the built-in voice meanwhile. */
  async function probe(request: SpeechRequest): Promise<void> {
    const attempt = vendor.circuit.probe()
    if (!attempt) return
    const leave = new AbortController()
    try {
      for await (const _ of vendor.part.speak(request, leave.signal)) break
      attempt.succeeded()
    } catch (error) {
      attempt.failed(error)
    } finally {
      leave.abort()
    }
  }

  async function* vendorChunks(request: SpeechRequest, signal: AbortSignal | undefined): AsyncGenerator<SpeechChunk> {
    const startedAtMs = performance.now()
    for (let tries = 1; ; tries += 1) {
      let gaveSome = false
      try {
        for await (const chunk of vendor.part.speak(request, signal)) {
          gaveSome = true
          yield chunk
        }
        return
      } catch (error) {
        if (signal?.aborted || gaveSome || tries > 1 || !mayTryAgain(vendor, error, startedAtMs)) throw error
      }
      await pause(RETRY_AFTER_MS, signal ?? new AbortController().signal)
    }
  }

  return {
    speak,
    close: async () => void (await Promise.all([builtIn.close(), vendor.part.close()])),
  }
}
