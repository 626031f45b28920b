import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { VoiceId } from '#contract/voices.ts'
import type { SpeechChunk, SpeechRequest, Synthesiser } from '../ports.ts'
import type { Turn } from '../../infra/fair-queue.ts'
import { untilAborted } from '../../infra/until-aborted.ts'
import { createWorkerPool, type RunOptions, WorkerCrashedError } from '../workers/worker-pool.ts'
import type { ChunkRequest, FliteReply, FliteRequest } from './render-chunk.ts'
import { fliteProgram } from './flite.ts'
import { planChunks, type PlannedChunk } from './plan-chunks.ts'
import { SpeechCache } from './speech-cache.ts'

interface FliteSynthesiserOptions {
  /** The number of threads. Each synthesises about fifty seconds of speech in a second. */
  workers: number
  /** The size of the cache for sentences that were synthesised before; a second of speech takes 0.05 MB. */
  cacheMb: number
}

/** The built-in synthesiser. */
export interface FliteSynthesiser extends Synthesiser {
  /**
   * Yields a chunk for each sentence or clause, which is synthesised when the listener asks for it. Throws the signal's
   * reason once it is aborted, and `WorkerCrashedError` if a sentence has crashed its thread twice. A chunk without
   * listeners is removed from the queue. The listener owns the chunks.
   */
  speak(request: SpeechRequest, signal?: AbortSignal): AsyncIterable<SpeechChunk>
  /** Flite's phones of plain words, produced on the same threads; see `flitePhonesOf`. */
  phonesOf(words: readonly string[], caller?: string): Promise<readonly (readonly string[])[]>
}

/** When many requests wait for a thread, first chunks are shorter, so that every caller hears something sooner. */
const BUSY_FIRST_CHUNK_WORDS = 7
const BUSY_REQUESTS_PER_WORKER = 3
const SILENT_CHUNK_MS = 20
const BYTES_PER_MB = 1_000_000

/** A chunk in progress, for one or several listeners. */
interface Making {
  chunk: Promise<SpeechChunk>
  /** Read only when a thread is free, so that a caller who joins a warm-up raises its urgency. */
  turn: Turn
  listeners: number
  giveUp: () => void
}

export async function createFliteSynthesiser(options: FliteSynthesiserOptions): Promise<FliteSynthesiser> {
  const pool = createWorkerPool<FliteRequest, FliteReply>({
    url: new URL('./flite-worker.ts', import.meta.url),
    size: options.workers,
    workerData: await fliteProgram(),
  })
  const cache = new SpeechCache(options.cacheMb * BYTES_PER_MB)
  const beingMade = new Map<string, Making>()

  const render = async (chunk: ChunkRequest, run: RunOptions): Promise<SpeechChunk> => {
    const ask = async (): Promise<SpeechChunk> => {
      const reply = await pool.run({ do: 'speak', chunk }, run)
      if (reply.did !== 'speak') throw new Error('The voice answered something else than was asked.')
      return reply.chunk
    }
    try {
      return await ask()
    } catch (error) {
      // Another request may have crashed the thread, so this one is tried again.
      if (!(error instanceof WorkerCrashedError)) throw error
      return ask()
    }
  }

  const startMaking = (key: string, request: ChunkRequest, turn: Turn): Making => {
    const abort = new AbortController()
    const forget = (): void => {
      if (beingMade.get(key) === making) beingMade.delete(key)
    }
    const chunk = render(request, { turn, signal: abort.signal }).finally(forget)
    // Each listener handles a failure itself; without listeners, it would count as unhandled.
    chunk.catch(() => undefined)
    const giveUp = (): void => {
      forget()
      abort.abort(new DOMException('No listener waits for this speech any more.', 'AbortError'))
    }
    const making: Making = { chunk, turn, listeners: 0, giveUp }
    beingMade.set(key, making)
    return making
  }

  const chunkFor = async (planned: PlannedChunk, request: SpeechRequest, signal: AbortSignal): Promise<SpeechChunk> => {
    const { voiceId, caller = '', isWarmUp, isAwaited } = request
    const key = cacheKey(planned, voiceId)
    const cached = cache.get(key)?.[0]
    if (cached) return cached
    const turn: Turn = { lane: caller, urgency: isWarmUp ? 'warm-up' : isAwaited ? 'pressing' : 'live' }
    const making = beingMade.get(key) ?? startMaking(key, { voiceId, ...planned }, turn)
    if (making.turn.urgency === 'warm-up' || turn.urgency === 'pressing') Object.assign(making.turn, turn)
    making.listeners += 1
    try {
      const chunk = await untilAborted(making.chunk, signal)
      cache.set(key, [chunk])
      // Copied for each listener, because several may share a chunk, and each may transfer its buffer to another thread.
      return structuredClone(chunk)
    } finally {
      making.listeners -= 1
      if (making.listeners === 0) making.giveUp()
    }
  }

  const plan = ({ text, voiceId }: SpeechRequest): PlannedChunk[] => {
    const usual = planChunks(text)
    const isBusy = beingMade.size >= options.workers * BUSY_REQUESTS_PER_WORKER
    if (!isBusy || (usual[0] && cache.get(cacheKey(usual[0], voiceId)))) return usual
    return planChunks(text, BUSY_FIRST_CHUNK_WORDS)
  }

  return {
    speak: (request, signal) => speakInOrder(request, signal),
    phonesOf: async (words, caller = '') => {
      const reply = await pool.run({ do: 'pronounce', words: [...words] }, { turn: { lane: caller, urgency: 'live' } })
      if (reply.did !== 'pronounce') throw new Error('The voice answered something else than was asked.')
      return reply.phones
    },
    close: () => pool.close(),
  }

  async function* speakInOrder(request: SpeechRequest, signal: AbortSignal | undefined): AsyncGenerator<SpeechChunk> {
    signal?.throwIfAborted()
    // A listener may also leave silently, by not asking for the next chunk.
    const left = new AbortController()
    const over = signal ? AbortSignal.any([signal, left.signal]) : left.signal
    try {
      for (const [index, planned] of plan(request).entries()) {
        const isAwaited = request.isAwaited === true && index === 0
        yield isSayable(planned) ? await chunkFor(planned, { ...request, isAwaited }, over) : silentChunk(planned)
      }
    } finally {
      left.abort(new DOMException('The listener has left.', 'AbortError'))
    }
  }
}

/** Everything that determines a chunk, including the spelling, which its words contain. */
function cacheKey({ words, restMs }: PlannedChunk, voiceId: VoiceId): string {
  return `${voiceId} ${restMs} ${words.map(({ text, pieces, pause }) => `${text}\0${pieces.join(' ')}${pause}`).join('\0')}`
}

function isSayable({ words }: PlannedChunk): boolean {
  return words.some(({ pieces }) => pieces.length > 0)
}

/** The chunk for a text without anything to say, such as a lone emoji: a short silence with its words. */
function silentChunk({ words }: PlannedChunk): SpeechChunk {
  return {
    samples: new Float32Array((SILENT_CHUNK_MS * SAMPLE_RATE_HZ) / 1000),
    mouth: [{ atMs: 0, viseme: 'sil' }],
    words: words.map(({ text }) => ({ text, startMs: 0, endMs: 0 })),
  }
}
