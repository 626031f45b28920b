import { pause } from '../call/pause.ts'
import type { HearingRequest, Recogniser, RecogniserStream, Recognition, SpeechGrammar } from '../ports.ts'
import { mayTryAgain, RETRY_AFTER_MS, type VendorPart } from './vendor-part.ts'

export interface SteadyRecogniserOptions {
  vendor: VendorPart<Recogniser>
  builtIn: Recogniser
  builtInName: string
}

/** A vendor's ears with the built-in ones behind them: what the vendor fails to understand is heard again from memory. */
export function createSteadyRecogniser({ vendor, builtIn, builtInName }: SteadyRecogniserOptions): Recogniser {
  function openSteady(grammar: SpeechGrammar, request: HearingRequest): RecogniserStream {
    const pieces: Float32Array[] = []
    const cancelled = new AbortController()
    let listening: RecogniserStream | undefined
    let result: Promise<Recognition> | undefined

    function listen(recogniser: Recogniser): Promise<Recognition> {
      listening = recogniser.open(grammar, request)
      for (const piece of pieces) listening.write(piece)
      return listening.finish()
    }

    async function byVendor(): Promise<Recognition> {
      const startedAtMs = performance.now()
      try {
        return await listen(vendor.part)
      } catch (error) {
        if (cancelled.signal.aborted || !mayTryAgain(vendor, error, startedAtMs)) throw error
        await pause(RETRY_AFTER_MS, cancelled.signal)
        cancelled.signal.throwIfAborted()
        return listen(vendor.part)
      }
    }

    async function recognise(): Promise<Recognition> {
      const attempt = vendor.circuit.enter()
      if (attempt) {
        try {
          const recognition = await byVendor()
          attempt.succeeded()
          return { ...recognition, by: vendor.name }
        } catch (error) {
          if (cancelled.signal.aborted) {
            attempt.left()
            throw error
          }
          attempt.failed(error)
        }
      }
      return { ...(await listen(builtIn)), by: builtInName }
    }

    return {
      // A copy, since the caller may use its buffer again.
      write: (samples) => void pieces.push(samples.slice()),
      finish: () => (result ??= recognise()),
      cancel() {
        cancelled.abort(new DOMException('The stretch of speech was given up.', 'AbortError'))
        listening?.cancel()
      },
    }
  }

  /** While the vendor rests, the built-in ears hear as it is said and are ready sooner. */
  function openBuiltIn(grammar: SpeechGrammar, request: HearingRequest): RecogniserStream {
    const stream = builtIn.open(grammar, request)
    const look = (request.spending?.mayUseVendors() ?? true) ? vendor.circuit.lookAgain() : undefined
    const looking = look && vendor.part.open(grammar, request)
    return {
      write(samples) {
        stream.write(samples)
        looking?.write(samples)
      },
      async finish() {
        // Whether it would hear by now; nobody waits for that.
        looking?.finish().then(
          () => look?.succeeded(),
          (error: unknown) => look?.failed(error),
        )
        return { ...(await stream.finish()), by: builtInName }
      },
      cancel() {
        stream.cancel()
        look?.left()
        looking?.cancel()
      },
    }
  }

  return {
    open: (grammar, request = {}) =>
      vendor.circuit.isLive() && (request.spending?.mayUseVendors() ?? true)
        ? openSteady(grammar, request)
        : openBuiltIn(grammar, request),
    warm: (grammar) => builtIn.warm(grammar),
    close: async () => void (await Promise.all([builtIn.close(), vendor.part.close()])),
  }
}
