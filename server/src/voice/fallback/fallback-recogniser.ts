import { pause } from '../call/pause.ts'
import type { HearingRequest, Recogniser, RecogniserStream, Recognition, SpeechGrammar } from '../ports.ts'
import { mayTryAgain, RETRY_AFTER_MS, type VendorPart } from './vendor-part.ts'

interface FallbackRecogniserOptions {
  vendor: VendorPart<Recogniser>
  builtIn: Recogniser
  builtInName: string
}

/** A vendor's recogniser with the built-in one as its fallback: when the vendor fails, the kept audio is recognised again. */
export function createFallbackRecogniser({ vendor, builtIn, builtInName }: FallbackRecogniserOptions): Recogniser {
  function openVendor(grammar: SpeechGrammar, request: HearingRequest): RecogniserStream {
    const pieces: Float32Array[] = []
    const cancelled = new AbortController()
    let listening: RecogniserStream | undefined

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
            attempt.cancelled()
            throw error
          }
          attempt.failed(error)
        }
      }
      return { ...(await listen(builtIn)), by: builtInName }
    }

    return {
      // Copied, because the caller may reuse its buffer.
      write: (samples) => void pieces.push(samples.slice()),
      // The vendor is asked only at the end, so there is no progress to report.
      progress: async () => 'unknown',
      finish: recognise,
      cancel() {
        cancelled.abort(new DOMException('The stretch of speech was given up.', 'AbortError'))
        listening?.cancel()
      },
    }
  }

  /** While the circuit is open, the built-in recogniser listens from the first sample and is ready sooner. */
  function openBuiltIn(grammar: SpeechGrammar, request: HearingRequest): RecogniserStream {
    const stream = builtIn.open(grammar, request)
    const look = (request.spending?.mayUseVendors() ?? true) ? vendor.circuit.probe() : undefined
    const looking = look && vendor.part.open(grammar, request)
    return {
      write(samples) {
        stream.write(samples)
        looking?.write(samples)
      },
      progress: () => stream.progress(),
      async finish() {
        // The result of the probe is not awaited.
        looking?.finish().then(
          () => look?.succeeded(),
          (error: unknown) => look?.failed(error),
        )
        return { ...(await stream.finish()), by: builtInName }
      },
      cancel() {
        stream.cancel()
        look?.cancelled()
        looking?.cancel()
      },
    }
  }

  return {
    open: (grammar, request = {}) =>
      vendor.circuit.isClosed() && (request.spending?.mayUseVendors() ?? true)
        ? openVendor(grammar, request)
        : openBuiltIn(grammar, request),
    // A call that the vendor hears needs no decoder of its own.
    warm: async (grammar, call) => (call && vendor.circuit.isClosed() ? undefined : builtIn.warm(grammar, call)),
    close: async () => void (await Promise.all([builtIn.close(), vendor.part.close()])),
  }
}
