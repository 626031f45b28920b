import { availableParallelism } from 'node:os'
import type { Recogniser, RecogniserStream, SpeechGrammar } from '../ports.ts'
import { createWorkerPool, WorkerCrashedError } from '../workers/worker-pool.ts'
import { createDecoderLeases, type DecoderLease } from './decoder-leases.ts'
import { createGrammarStream } from './grammar-stream.ts'
import { compileGrammar, type CompiledGrammar, type DroppedPattern, grammarWords, PHONES } from './phrase-grammar.ts'
import type { RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

export interface GrammarRecogniserOptions {
  /** Threads. */
  workers?: number
  /** Decoders over all threads, 3 MB each. Who speaks while all are lent is heard a little later, and in full. */
  maxDecoders?: number
  /** Phones of a word that CMU's dictionary doesn't have (`AH`, `B` …); empty or a failure when unknown. */
  pronounce?: (word: string) => Promise<readonly string[]>
  /** Told once for each grammar that lost patterns; the rest of the grammar works. */
  onDropped?: (grammarId: string, dropped: readonly DroppedPattern[]) => void
}

export interface GrammarRecogniser extends Recogniser {
  /** Decoders made so far, for the memory they take. */
  decoderCount(): number
}

/** Compiled grammars kept, about 100 kB each. One that is dropped is compiled again when somebody needs it. */
const MAX_COMPILED = 200
const KNOWN_PHONES = new Set(PHONES)

/** Ears that understand the phrases of a grammar, and know when something else was said. */
export function createGrammarRecogniser(options: GrammarRecogniserOptions = {}): GrammarRecogniser {
  const workers = options.workers ?? Math.max(1, Math.min(4, availableParallelism()))
  const leases = createDecoderLeases(workers, options.maxDecoders ?? 32)
  /** Grammars that each worker has been sent. */
  const learned = Array.from({ length: workers }, () => new Set<string>())
  const pool = createWorkerPool<RecogniserRequest, RecogniserReply>({
    url: new URL('./recogniser-worker.ts', import.meta.url),
    size: workers,
    onCrash: (worker) => {
      learned[worker]?.clear()
      leases.forget(worker)
    },
  })
  const compiled = new Map<string, Promise<CompiledGrammar>>()

  const lookUp = async (words: Set<string>): Promise<Map<string, readonly string[]>> => {
    const reply = await pool.run({ do: 'look-up', words: [...words] })
    if (reply.did !== 'look-up') throw new Error('The recogniser answered something else than was asked.')
    const pronunciations = new Map<string, readonly string[]>(reply.pronunciations)
    const { pronounce } = options
    if (!pronounce) return pronunciations
    for (const word of words) {
      if (pronunciations.has(word)) continue
      const phones = await pronounce(word).catch(() => [])
      if (phones.length > 0 && phones.every((phone) => KNOWN_PHONES.has(phone))) {
        pronunciations.set(word, [phones.join(' ')])
      }
    }
    return pronunciations
  }

  const compile = (grammar: SpeechGrammar): Promise<CompiledGrammar> => {
    let promise = compiled.get(grammar.id)
    if (!promise) {
      promise = lookUp(grammarWords(grammar.patterns)).then((pronunciations) => {
        const result = compileGrammar(grammar.id, grammar.patterns, pronunciations)
        if (result.dropped.length > 0) options.onDropped?.(grammar.id, result.dropped)
        return result.grammar
      })
      compiled.set(grammar.id, promise)
      const [oldest] = compiled.keys()
      if (compiled.size > MAX_COMPILED && oldest !== undefined) compiled.delete(oldest)
      promise.catch(() => compiled.delete(grammar.id))
    }
    return promise
  }

  /** Lends a decoder that is about to know the grammar: what is asked of the worker next comes after that. */
  const borrow = async (grammar: SpeechGrammar, signal: AbortSignal): Promise<DecoderLease> => {
    const ready = await compile(grammar)
    const lease = await leases.take(grammar.id, signal)
    const known = learned[lease.worker]
    if (known && !known.has(grammar.id)) {
      known.add(grammar.id)
      // Unawaited, since requests to one worker keep their order; if it fails, so does what follows.
      pool.dispatch(lease.worker, { do: 'learn', grammar: ready }).catch(() => known.delete(grammar.id))
    }
    return lease
  }

  return {
    open: (grammar): RecogniserStream =>
      createGrammarStream({
        grammarId: grammar.id,
        borrow: (signal) => borrow(grammar, signal),
        give: (lease) => leases.give(lease),
        ask: (lease, request) => pool.dispatch(lease.worker, request),
      }),
    warm: async (grammar) => {
      const lease = await borrow(grammar, new AbortController().signal)
      try {
        await pool.dispatch(lease.worker, { do: 'prepare', slot: lease.slot, grammarId: grammar.id })
      } catch (error) {
        // A crashed worker is replaced, and is prepared when somebody speaks.
        if (!(error instanceof WorkerCrashedError)) throw error
      } finally {
        leases.give(lease)
      }
    },
    decoderCount: () => leases.count(),
    close: () => pool.close(),
  }
}
