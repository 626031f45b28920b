import { availableParallelism } from 'node:os'
import type { LooseHearing, Recogniser, RecogniserStream, SpeechGrammar } from '../ports.ts'
import type { CallSpending } from '../spending.ts'
import type { Turn } from '../../infra/fair-queue.ts'
import { createRecentValues } from '../../infra/recent-values.ts'
import { createWorkerPool, WorkerCrashedError } from '../workers/worker-pool.ts'
import { createDecoderLeases, type DecoderLease } from './decoder-leases.ts'
import { createGrammarStream } from './grammar-stream.ts'
import { type DroppedPattern, PHONES, type Pronunciations } from './phrase-grammar.ts'
import type { GrammarSource, PackedGrammar, RecogniserReply, RecogniserRequest } from './recogniser-protocol.ts'

interface GrammarRecogniserOptions {
  /** The number of threads. */
  workers?: number
  /** Decoders over all threads, 7 MB each with a grammar. If all are lent, a caller's speech is recognised slightly later, but completely. */
  maxDecoders?: number
  /**
   * Phones (`AH`, `B` …) of words that CMU's dictionary lacks, in the order of the words; an empty list for an unknown
   * word. A rejection counts as unknown for all of them.
   */
  pronounce?: (words: readonly string[], caller: string) => Promise<readonly (readonly string[])[]>
  /** Called once for each grammar from which patterns were dropped; the rest of the grammar works. */
  onDropped?: (grammarId: string, dropped: readonly DroppedPattern[]) => void
}

export interface GrammarRecogniser extends Recogniser {
  /** The number of decoders made so far, which determines the memory in use. */
  decoderCount(): number
}

/**
 * How many compiled grammars are kept. All threads share them; they take 0.3 MB each on average. A dropped one is
 * compiled again when needed.
 */
const MAX_COMPILED = 200
/**
 * How many words of one grammar may be missing in the dictionary; most are names. Phrases with further missing words
 * are dropped.
 */
const MAX_PRONOUNCED = 600
/** The same for grammars of single words, which miss more words and need none of them. */
const MAX_PRONOUNCED_WORDS = 150
/** How many words are pronounced in one request, which takes a thread about 50 ms. */
const PRONOUNCED_AT_ONCE = 20
/** Requests are many and small, about 20 ms of audio each. */
const POOL_DEPTH = 2
const KNOWN_PHONES = new Set(PHONES)

/** A recogniser that understands the phrases of a grammar and notices when something else was said. */
export function createGrammarRecogniser(options: GrammarRecogniserOptions): GrammarRecogniser {
  const workers = options.workers ?? Math.max(1, Math.min(4, availableParallelism()))
  const leases = createDecoderLeases(workers, options.maxDecoders ?? 32)
  const noGrammars = () => createRecentValues<string, Promise<unknown>>(MAX_COMPILED)
  /** For each worker, the grammars sent to it. */
  const learned = Array.from({ length: workers }, noGrammars)
  const crashes: number[] = []
  const crashesOf = (worker: number): number => crashes[worker] ?? 0
  const pool = createWorkerPool<RecogniserRequest, RecogniserReply>({
    url: new URL('./recogniser-worker.ts', import.meta.url),
    size: workers,
    depth: POOL_DEPTH,
    onCrash: (worker) => {
      crashes[worker] = crashesOf(worker) + 1
      learned[worker] = noGrammars()
      leases.forget(worker)
    },
  })
  /**
   * A compilation's turn may change while it waits: a caller who needs a grammar that is being warmed up raises its
   * urgency.
   */
  const compiled = createRecentValues<string, { packed: Promise<PackedGrammar>; turn: Turn }>(MAX_COMPILED)

  /** The mean cepstra of the callers in calls that are going on. */
  const voices = new WeakMap<CallSpending, readonly number[]>()

  const lookUp = async (source: GrammarSource, turn: Turn): Promise<Pronunciations> => {
    const reply = await pool.run({ do: 'look-up', source }, { turn })
    if (reply.did !== 'look-up') throw unexpected()
    const pronunciations = new Map<string, readonly string[]>(reply.pronunciations)
    const missing = reply.missing.slice(0, 'speech' in source ? MAX_PRONOUNCED_WORDS : MAX_PRONOUNCED)
    for (let from = 0; options.pronounce && from < missing.length; from += PRONOUNCED_AT_ONCE) {
      const words = missing.slice(from, from + PRONOUNCED_AT_ONCE)
      const found = await options.pronounce(words, turn.lane).catch(() => [])
      for (const [index, word] of words.entries()) {
        const phones = found[index] ?? []
        if (phones.length > 0 && phones.every((phone) => KNOWN_PHONES.has(phone))) {
          pronunciations.set(word, [phones.join(' ')])
        }
      }
    }
    return pronunciations
  }

  const compileNow = async (grammar: SpeechGrammar | LooseHearing, turn: Turn): Promise<PackedGrammar> => {
    const source = sourceOf(grammar)
    const pronunciations = await lookUp(source, turn)
    const reply = await pool.run({ do: 'compile', grammarId: grammar.id, source, pronunciations }, { turn })
    if (reply.did !== 'compile') throw unexpected()
    if (reply.dropped.length > 0) options.onDropped?.(grammar.id, reply.dropped)
    return reply.grammar
  }

  const compile = (grammar: SpeechGrammar | LooseHearing, turn: Turn): Promise<PackedGrammar> => {
    let entry = compiled.get(grammar.id)
    if (!entry) {
      const own = { ...turn }
      entry = { packed: compileNow(grammar, own), turn: own }
      entry.packed.catch(() => compiled.delete(grammar.id))
    } else if (entry.turn.urgency === 'warm-up') Object.assign(entry.turn, turn)
    compiled.set(grammar.id, entry)
    return entry.packed
  }

  /** Lends a decoder in a worker that has the grammar. */
  const borrow = async (grammar: SpeechGrammar, turn: Turn, signal: AbortSignal): Promise<DecoderLease> => {
    const ready = await compile(grammar, turn)
    const lease = await leases.take(grammar.id, turn.lane, signal)
    try {
      await teach(lease.worker, grammar.id, ready, turn)
      signal.throwIfAborted()
      return lease
    } catch (error) {
      leases.give(lease)
      throw error
    }
  }

  const teach = (worker: number, grammarId: string, grammar: PackedGrammar, turn: Turn): Promise<unknown> => {
    const known = (learned[worker] ??= noGrammars())
    let learning = known.get(grammarId)
    if (!learning) {
      learning = pool.dispatch(worker, { do: 'learn', grammarId, grammar }, { turn })
      learning.catch(() => known.delete(grammarId))
    }
    const forgotten = known.set(grammarId, learning)
    // Forgetting fails only if the worker has crashed and so has forgotten everything.
    if (forgotten !== undefined) pool.dispatch(worker, { do: 'forget', grammarId: forgotten }, { turn }).catch(() => undefined) // oxfmt-ignore
    return learning
  }

  return {
    open: (grammar, { caller = '', spending } = {}): RecogniserStream => {
      const turn: Turn = { lane: caller, urgency: 'live' }
      const { loosely } = grammar
      let crashesBefore = 0
      return createGrammarStream({
        grammarId: grammar.id,
        borrow: async (signal) => {
          const lease = await borrow(grammar, turn, signal)
          crashesBefore = crashesOf(lease.worker)
          return lease
        },
        loosely,
        teach: async ({ worker }, words) => void (await teach(worker, words.id, await compile(words, turn), turn)),
        voice: {
          known: () => spending && voices.get(spending),
          learn: (voice) => void (spending && voices.set(spending, voice)),
        },
        give: (lease) => leases.give(lease),
        hurry: (isPressing) => void (turn.urgency = isPressing ? 'pressing' : 'live'),
        ask: async (lease, request, signal) => {
          // The new worker in its place has heard nothing of this speech.
          if (crashesOf(lease.worker) > crashesBefore) throw new WorkerCrashedError('The decoder was lost.')
          return pool.dispatch(lease.worker, request, { turn, signal })
        },
      })
    },
    warm: async (grammar, call) => {
      const turn: Turn = { lane: '', urgency: 'warm-up' }
      try {
        const ready = await compile(grammar, turn)
        const prepare = async ({ worker, slot }: DecoderLease): Promise<void> => {
          await teach(worker, grammar.id, ready, turn)
          const { loosely } = grammar
          if (loosely) await teach(worker, loosely.id, await compile(loosely, turn), turn)
          await pool.dispatch(worker, { do: 'prepare', slot, grammarId: grammar.id }, { turn })
        }
        const { signal } = new AbortController()
        const lent = call ? leases.expect(grammar.id, call) : [await leases.take(grammar.id, turn.lane, signal)]
        await Promise.all(lent.map((lease) => prepare(lease).finally(() => leases.give(lease))))
      } catch (error) {
        // A crashed worker is replaced; its grammars are prepared when a caller speaks.
        if (!(error instanceof WorkerCrashedError)) throw error
      }
    },
    decoderCount: () => leases.count(),
    close: () => pool.close(),
  }
}

/** Without the functions of a grammar, which cannot be sent to a thread. */
function sourceOf(grammar: SpeechGrammar | LooseHearing): GrammarSource {
  if ('speech' in grammar) return { speech: grammar.speech }
  const { patterns, expected, spotted } = grammar
  return { patterns, expected, spotted }
}

function unexpected(): Error {
  return new Error('The recogniser answered something else than was asked.')
}
